// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"

namespace anchorscope::io {

/// The files of a folder that are parts of one table, in their order: those that Hugging Face's save_to_disk lists in
/// state.json; or at least two with names that differ in a number only, which begins with 0 or 1 (part-0.parquet,
/// data_1.parquet, train-00000-of-00002.parquet). Empty: it holds no such table. Errors: those of state.json.
Result<std::vector<std::string>> partsOfTable(const std::string &folder);

} // namespace anchorscope::io
