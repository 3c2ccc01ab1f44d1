// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <vector>

namespace anchorscope {

/// Items whose vector is zero, ascending. They can be neither seeds nor anchors.
struct EmptyItems
{
    std::vector<ItemIndex> x = {}, y = {};
};

/// Union of two lists of items, ascending and without duplicates.
std::vector<ItemIndex> ascending(std::vector<ItemIndex> items, const std::vector<ItemIndex> &more = {});

/// One flag for each of the items 0 … count − 1: true for the items in `some`.
std::vector<bool> marked(Index count, const std::vector<ItemIndex> &some);
/// Items 0 … count − 1 without those in `some`, ascending.
std::vector<ItemIndex> itemsBut(Index count, const std::vector<ItemIndex> &some);

/// Position of an item in an ascending list of items; noItem if not found.
ItemIndex placeOf(ItemIndex item, const std::vector<ItemIndex> &ascendingItems);

/// Inverse of a permutation: result[order[j]] = j.
std::vector<ItemIndex> inversePermutation(const std::vector<ItemIndex> &order);

} // namespace anchorscope
