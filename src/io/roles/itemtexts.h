// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/itemcolumn.h"

namespace anchorscope::io {

/// Converts texts to a column and infers its kind. Number: all are numbers or missing (empty, NA, …), and float64
/// represents all whole ones; date: all are dates; category: at most half are distinct; otherwise text.
ItemColumn itemColumn(std::string name, std::vector<std::string> texts);

/// Appends a column to `columns`, and changes its name if it is not valid in a dataset file or already used.
void addColumn(ItemColumn column, std::vector<ItemColumn> &columns);

} // namespace anchorscope::io
