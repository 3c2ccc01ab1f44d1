// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/sidecolumns.h"

namespace anchorscope::io {

/// Ids, labels and further columns from the Embedding Projector's metadata: a line for each row, and a header where
/// there is one line more (readItemLines). `kept`: the rows that were read, of `rows` in the file of vectors. A file of
/// another count is not used, and a warning says so. Errors: those of reading and of tables.
Status readMetadata(const std::string &path, const std::vector<Index> &kept, Index rows, const OpenOptions &options,
                    SideColumns &columns, std::vector<std::string> &warnings);

} // namespace anchorscope::io
