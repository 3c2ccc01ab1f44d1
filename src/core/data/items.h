// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <vector>

namespace anchorscope {

// Lists of items, that is of rows of one space.

/// Items of both spaces that have no direction, ascending: neither seeds nor anchors.
struct EmptyItems
{
    std::vector<ItemIndex> x = {}, y = {};
};

/// Union of two lists of items: each item once, ascending.
std::vector<ItemIndex> ascending(std::vector<ItemIndex> items, const std::vector<ItemIndex> &more);

/// Marks some of the items 0 … count − 1: one flag for each item.
std::vector<bool> marked(Index count, const std::vector<ItemIndex> &some);
/// All items 0 … count − 1 except some, ascending.
std::vector<ItemIndex> itemsBut(Index count, const std::vector<ItemIndex> &some);

/// Position of an item in an ascending list of items; noItem if not found.
ItemIndex placeOf(ItemIndex item, const std::vector<ItemIndex> &ascendingItems);

/// Inverse permutation: result[order[j]] = j.
std::vector<ItemIndex> inversePermutation(const std::vector<ItemIndex> &order);

} // namespace anchorscope
