// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/hints.h"

namespace anchorscope {

/// Returns columns that can be hints: first columns with the same name in both tables (ignoring case) that are
/// categories, numbers, dates or labels; then pairs of categories with different names (“genre=class”) for which at
/// least half of the items of either side have a value that also occurs on the other side, ordered by the number of
/// such items. Other texts are excluded: a column in which every item has its own value would be the pairing itself.
std::vector<ReadHint> sharedColumns(const ItemTable &x, const ItemTable &y);

} // namespace anchorscope
