// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/itemcolumn.h"

namespace anchorscope::io {

/// Converts the texts of a list to a column and infers its kind. Number: all values except missing ones (empty, NA, …)
/// are numbers, and none is a whole number that float64 cannot represent; date: all are dates; category: at most half
/// of the values are distinct; text: all other lists.
ItemColumn itemColumn(std::string name, std::vector<std::string> texts);

/// Appends a column to `columns`, and changes its name if it is not valid in a dataset file or already used.
void addColumn(ItemColumn column, std::vector<ItemColumn> &columns);

} // namespace anchorscope::io
