// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/hints.h"

namespace anchorscope {

/// Columns that can be hints. Columns of the same name in both tables (ignoring case) come first: categories, numbers,
/// dates, labels. Pairs of categories of different names (“genre=class”) follow if at least half of the items of X and
/// half of those of Y have a value that also occurs in the other table; pairs with more such items come first. Text
/// columns are excluded: with a different value for each item, they would be the pairing itself.
std::vector<ReadHint> sharedColumns(const ItemTable &x, const ItemTable &y);

} // namespace anchorscope
