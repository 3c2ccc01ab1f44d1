// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"

namespace anchorscope::io {

/// Names of the files of a folder that are parts of one table, in order. They are either the files that state.json of
/// Hugging Face's save_to_disk lists; or at least two files whose names differ in one number only, which starts at 0 or
/// 1 (part-0.parquet, data_1.parquet, train-00000-of-00002.parquet); or the tables in folders named “column=value”.
/// Empty if the folder does not hold such a table. Errors: those of state.json.
Result<std::vector<std::string>> partsOfTable(const std::string &folder);

/// Sorts names by their numbers, if they differ in one number only, which starts at 0 or 1, and are typical for parts
/// of a table (img_emb_0.npy); otherwise empty.
std::vector<std::string> orderOfParts(const std::vector<std::string> &names);

} // namespace anchorscope::io
