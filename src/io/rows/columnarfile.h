// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"

namespace anchorscope::io {

/// Returns the files of a folder that together contain one table, in the order of their rows: those in state.json,
/// which Hugging Face's save_to_disk writes; or two or more files whose names differ in one number only, which starts
/// at 0 or 1 (part-0.parquet, train-00000-of-00002.parquet); or the tables in folders named “column=value”. Empty if
/// the folder is not such a table. Errors: those of reading state.json.
Result<std::vector<std::string>> partsOfTable(const std::string &folder);

/// Sorts the names of files of one table (img_emb_0.npy) by their number, which is the only difference and starts at 0
/// or 1. Returns no names if they are not typical of such files.
std::vector<std::string> orderOfParts(const std::vector<std::string> &names);
/// Sentence for the user if the numbers in names that orderOfParts() has sorted have gaps, or do not reach the number
/// behind “-of-”; otherwise empty. Spark (part-…) writes no files for parts without rows.
std::string noteOfMissingParts(const std::vector<std::string> &names);

} // namespace anchorscope::io
