// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/itemcolumn.h"

namespace anchorscope::io {

/// A column of what a file holds as texts. Its kind: a number, if all values are, but for missing ones (empty, NA, …)
/// and none is a whole number that float64 cannot hold; a date, if all are; a category, if at most half as many are
/// different as there are values; else text.
ItemColumn itemColumn(std::string name, std::vector<std::string> texts);

/// Adds a column under a name that a dataset can hold and no other one has.
void addColumn(ItemColumn column, std::vector<ItemColumn> &columns);

} // namespace anchorscope::io
