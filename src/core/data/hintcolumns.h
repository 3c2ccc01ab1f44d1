// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/hints.h"

namespace anchorscope {

/// The columns that can be a hint: categories, numbers and dates (and labels) that both tables have by name, whatever
/// the case of its letters; then categories that are called otherwise in Y (“genre=class”): those of which half of the
/// items of either side have a value that the other side has, too, the most such items first. Other texts are left out:
/// a value for each item would be the pairing itself.
std::vector<ReadHint> sharedColumns(const ItemTable &x, const ItemTable &y);

} // namespace anchorscope
