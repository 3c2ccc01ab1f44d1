// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/dataset/datasetfile.h"

namespace anchorscope::io {

/// Preview of a file: the whole file if it is small, otherwise its first rows.
struct FilePreview
{
    OpenOptions options; ///< options that the user requested
    OpenedFile file;
    std::vector<SpaceFacts> facts; ///< facts about the loaded rows of each space
    std::uint64_t bytes = 0;       ///< size of the file in bytes
    bool whole = true;             ///< true if all rows that the options allow were read
    Index rows = 0;                ///< number of rows of the file; estimated if only a part was read

    /// Memory in bytes for the values of one space with this many rows (0: all).
    std::uint64_t bytesOf(std::size_t space, Index firstRows) const;
};

/// Size in bytes of the largest files that are previewed as a whole; of larger ones only the first rows are read.
inline constexpr std::uint64_t largestWholePreview = std::uint64_t{256} << 20;
inline constexpr Index previewRows = 20000;

/// Reads a preview like openFile(), with its errors. Reads files of more than `largest` bytes up to previewRows.
Result<FilePreview> previewFile(const std::string &path, const OpenOptions &options = {},
                                const RunContext &context = {}, std::uint64_t largest = largestWholePreview);

} // namespace anchorscope::io
