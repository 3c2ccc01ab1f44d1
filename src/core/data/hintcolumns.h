// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/hints.h"

namespace anchorscope {

/// Returns columns that can be hints: first categories, numbers and dates (and labels) with the same name in both
/// tables, ignoring case; then pairs of categories with different names (“genre=class”) in which half of the items of
/// either side have a value that also occurs on the other side, ordered by the number of such items. Other texts are
/// excluded: if every item has a value of its own, the column is the pairing itself.
std::vector<ReadHint> sharedColumns(const ItemTable &x, const ItemTable &y);

} // namespace anchorscope
