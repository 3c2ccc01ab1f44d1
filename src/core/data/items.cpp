// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/items.h"

#include <algorithm>

namespace anchorscope {

std::vector<ItemIndex> ascending(std::vector<ItemIndex> items, const std::vector<ItemIndex> &more)
{
    items.insert(items.end(), more.begin(), more.end());
    std::ranges::sort(items);
    // std::ranges::unique is not used: clang 14, which builds the fuzz targets, cannot parse its return type.
    items.erase(std::unique(items.begin(), items.end()), items.end());
    return items;
}

ItemIndex placeOf(ItemIndex item, const std::vector<ItemIndex> &ascendingItems)
{
    const auto found = std::ranges::lower_bound(ascendingItems, item);
    return found != ascendingItems.end() && *found == item ? static_cast<ItemIndex>(found - ascendingItems.begin())
                                                           : noItem;
}

std::vector<ItemIndex> inversePermutation(const std::vector<ItemIndex> &order)
{
    std::vector<ItemIndex> places(order.size());
    for (std::size_t j = 0; j < order.size(); ++j)
        places[static_cast<std::size_t>(order[j])] = static_cast<ItemIndex>(j);
    return places;
}

std::vector<bool> marked(Index count, const std::vector<ItemIndex> &some)
{
    std::vector<bool> marks(static_cast<std::size_t>(count));
    for (const ItemIndex item : some)
        marks[static_cast<std::size_t>(item)] = true;
    return marks;
}

std::vector<ItemIndex> itemsBut(Index count, const std::vector<ItemIndex> &some)
{
    const std::vector<bool> isOut = marked(count, some);
    std::vector<ItemIndex> others;
    for (std::size_t i = 0; i < isOut.size(); ++i) {
        if (!isOut[i])
            others.push_back(static_cast<ItemIndex>(i));
    }
    return others;
}

} // namespace anchorscope
