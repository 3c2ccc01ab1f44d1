// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/itemmetadata.h"

namespace anchorscope::io {

/// Reads ids, labels and further columns from a metadata file of the Embedding Projector: an optional header, and a
/// line for each row of a file of vectors (readItemLines()). The file of vectors has `rows` rows, of which those with
/// the indices `kept` were read. Warns about a metadata file with another number of rows and does not use it. Errors:
/// those of reading, "too-large".
Status readMetadata(const std::string &path, const std::vector<Index> &kept, Index rows, const OpenOptions &options,
                    ItemMetadata &columns, std::vector<std::string> &warnings);

} // namespace anchorscope::io
