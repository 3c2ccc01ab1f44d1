// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/dataset/datasetfile.h"

namespace anchorscope::io {

/// A preview of a file: all of it if it is small, otherwise its first rows.
struct FilePreview
{
    OpenOptions options; ///< what was asked for
    OpenedFile file;
    std::vector<SpaceFacts> facts; ///< of each space, of the rows that were read
    std::uint64_t bytes = 0;       ///< of the file
    bool whole = true;             ///< all rows that the options allow were read
    Index rows = 0;                ///< of the whole file; an estimate where it was not read

    /// Memory that the values of one space need for this many rows (0: all).
    std::uint64_t bytesOf(std::size_t space, Index firstRows) const;
};

/// Only the first rows of larger plain files are read.
inline constexpr std::uint64_t largestWholePreview = std::uint64_t{256} << 20;
inline constexpr Index previewRows = 20000;

/// Reads as openFile does, with its errors. Files of more than `largest` bytes are read up to previewRows.
Result<FilePreview> previewFile(const std::string &path, const OpenOptions &options = {},
                                const RunContext &context = {}, std::uint64_t largest = largestWholePreview);

} // namespace anchorscope::io
