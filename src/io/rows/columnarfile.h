// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"

namespace anchorscope::io {

/// Returns the names of the files of a folder that together contain one table, in the order of their rows. They are the
/// files listed in state.json, which Hugging Face's save_to_disk writes; or at least two files whose names differ in
/// one number only, which starts at 0 or 1 (part-0.parquet, data_1.parquet, train-00000-of-00002.parquet); or the
/// tables in folders named “column=value”. Empty if the folder does not contain such a table. Errors: those of reading
/// state.json.
Result<std::vector<std::string>> partsOfTable(const std::string &folder);

/// Sorts file names by the number in them, if they differ in this number only, it starts at 0 or 1, and they are
/// typical of files that together contain a table (img_emb_0.npy). Otherwise returns no names.
std::vector<std::string> orderOfParts(const std::vector<std::string> &names);

} // namespace anchorscope::io
