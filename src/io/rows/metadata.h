// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/itemmetadata.h"

namespace anchorscope::io {

/// Reads ids, labels and further columns from the Embedding Projector's metadata: one line for each row, after an
/// optional header line (readItemLines). `kept`: the rows that were read, out of `rows` in the file of vectors. A file
/// with a different number of rows is not used, and a warning is added. Errors: those of reading and of tables.
Status readMetadata(const std::string &path, const std::vector<Index> &kept, Index rows, const OpenOptions &options,
                    ItemMetadata &columns, std::vector<std::string> &warnings);

} // namespace anchorscope::io
