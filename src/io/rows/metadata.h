// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/itemmetadata.h"

namespace anchorscope::io {

/// Reads ids, labels and further columns from a metadata file of the Embedding Projector, which has an optional header
/// and one line for each row of a file of vectors (readItemLines). `kept`: indices of the rows that were read from the
/// file of vectors, which has `rows` rows. If the metadata file has another number of rows, it is not used and a
/// warning is added. Errors: those of reading and of tables.
Status readMetadata(const std::string &path, const std::vector<Index> &kept, Index rows, const OpenOptions &options,
                    ItemMetadata &columns, std::vector<std::string> &warnings);

} // namespace anchorscope::io
