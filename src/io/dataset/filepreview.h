// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/dataset/datasetfile.h"
#include "io/formats/openedfile.h"

#include <string>

namespace anchorscope::io {

/// Preview of a file before it is opened: all of its data if it is small, otherwise the first rows.
struct FilePreview
{
    OpenOptions options;
    OpenedFile file;
    std::vector<SpaceFacts> facts;
    std::uint64_t bytes = 0;
    bool whole = true; ///< true if the preview contains all rows that the user's options allow
    Index rows = 0;    ///< number of rows in the file; estimated if `whole` is false

    /// Returns the bytes of memory that the vectors of a space take if at most `firstRows` rows (0: all) are opened.
    std::uint64_t bytesOf(std::size_t space, Index firstRows) const;
};

/// Maximum bytes of files that a preview reads completely; of larger files it reads the first rows.
inline constexpr std::uint64_t largestWholePreview = std::uint64_t{256} << 20;
inline constexpr Index previewRows = 20000;

/// Reads all rows of a file of at most `largest` bytes, otherwise at most previewRows. Errors: those of openFile().
Result<FilePreview> previewFile(const std::string &path, const OpenOptions &options = {},
                                const RunContext &context = {}, std::uint64_t largest = largestWholePreview);

/// Returns a sentence about how a file was interpreted: “60 items × 8 from “embedding”; ids from “word”; 12 classes
/// from “pos”; beside them: “year”; left out: “index”, “prompt_tokens”.”
std::string roleSummary(const OpenedFile &opened);

/// Returns the reason why a part has its role. The text continues a sentence that begins with the part's name.
std::string evidenceOf(const Part &part);

} // namespace anchorscope::io
