// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/itemmetadata.h"

namespace anchorscope::io {

/// Reads ids, labels and further columns from a metadata file of the Embedding Projector: an optional header, and a
/// line for each row of a file of vectors (readItemLines()). `kept`: indices of the rows read from that file, which has
/// `rows` rows. A metadata file with another number of rows is not used, with a warning. Errors: those of reading,
/// "too-large".
Status readMetadata(const std::string &path, const std::vector<Index> &kept, Index rows, const OpenOptions &options,
                    ItemMetadata &columns, std::vector<std::string> &warnings);

} // namespace anchorscope::io
