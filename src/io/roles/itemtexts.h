// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/itemcolumn.h"

namespace anchorscope::io {

/// Converts texts to a column of values and infers its kind: number, if all values except missing ones (empty, NA, …)
/// are numbers and none is a whole number that float64 cannot represent; date, if all are dates; category, if at most
/// half of the values are distinct; otherwise text.
ItemColumn itemColumn(std::string name, std::vector<std::string> texts);

/// Adds a column under a name that is valid in a dataset and not yet used.
void addColumn(ItemColumn column, std::vector<ItemColumn> &columns);

} // namespace anchorscope::io
