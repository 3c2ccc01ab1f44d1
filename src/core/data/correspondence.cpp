// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/correspondence.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace anchorscope {

Correspondence Correspondence::byRow(Index items)
{
    Correspondence result(items, items);
    for (Index i = 0; i < items; ++i)
        result.pair(static_cast<ItemIndex>(i), static_cast<ItemIndex>(i));
    return result;
}

Correspondence Correspondence::byId(const ItemTable &x, const ItemTable &y)
{
    Correspondence result(x.count, y.count);
    std::unordered_map<std::string_view, ItemIndex> rowOfId;
    rowOfId.reserve(y.ids.size());
    for (std::size_t j = 0; j < y.ids.size(); ++j)
        rowOfId.emplace(y.ids[j], static_cast<ItemIndex>(j));
    for (std::size_t i = 0; i < x.ids.size(); ++i) {
        const auto found = rowOfId.find(x.ids[i]);
        if (found != rowOfId.end())
            result.pair(static_cast<ItemIndex>(i), found->second);
    }
    return result;
}

std::vector<ItemIndex> Correspondence::partnersOfX(const std::vector<ItemIndex> &items) const
{
    std::vector<ItemIndex> partners(items.size());
    std::ranges::transform(items, partners.begin(), [this](ItemIndex item) { return partnerOfX(item); });
    return partners;
}

bool Correspondence::pair(ItemIndex x, ItemIndex y)
{
    ItemIndex &partnerOfX = m_yOfX[static_cast<std::size_t>(x)];
    ItemIndex &partnerOfY = m_xOfY[static_cast<std::size_t>(y)];
    if (partnerOfX != noItem || partnerOfY != noItem)
        return false;
    partnerOfX = y;
    partnerOfY = x;
    ++m_pairs;
    return true;
}

std::vector<ItemIndex> Correspondence::pairedItemsOfX() const
{
    std::vector<ItemIndex> items;
    items.reserve(static_cast<std::size_t>(m_pairs));
    for (std::size_t i = 0; i < m_yOfX.size(); ++i) {
        if (m_yOfX[i] != noItem)
            items.push_back(static_cast<ItemIndex>(i));
    }
    return items;
}

Correspondence Correspondence::without(const std::vector<ItemIndex> &itemsOfX,
                                       const std::vector<ItemIndex> &itemsOfY) const
{
    Correspondence result = *this;
    const auto release = [&](ItemIndex x, ItemIndex y) {
        if (x == noItem || y == noItem)
            return;
        result.m_yOfX[static_cast<std::size_t>(x)] = noItem;
        result.m_xOfY[static_cast<std::size_t>(y)] = noItem;
        --result.m_pairs;
    };
    for (const ItemIndex item : itemsOfX)
        release(item, result.partnerOfX(item));
    for (const ItemIndex item : itemsOfY)
        release(result.partnerOfY(item), item);
    return result;
}

Correspondence Correspondence::only(const std::vector<ItemIndex> &itemsOfX) const
{
    Correspondence result(this->itemsOfX(), itemsOfY());
    for (const ItemIndex item : itemsOfX) {
        if (partnerOfX(item) != noItem)
            result.pair(item, partnerOfX(item));
    }
    return result;
}

Correspondence Correspondence::among(const std::vector<ItemIndex> &keptOfX, const std::vector<ItemIndex> &keptOfY) const
{
    Correspondence result(std::ssize(keptOfX), std::ssize(keptOfY));
    std::vector<ItemIndex> rowOfY(m_xOfY.size(), noItem);
    for (std::size_t j = 0; j < keptOfY.size(); ++j)
        rowOfY[static_cast<std::size_t>(keptOfY[j])] = static_cast<ItemIndex>(j);
    for (std::size_t i = 0; i < keptOfX.size(); ++i) {
        const ItemIndex partner = partnerOfX(keptOfX[i]);
        if (partner != noItem && rowOfY[static_cast<std::size_t>(partner)] != noItem)
            result.pair(static_cast<ItemIndex>(i), rowOfY[static_cast<std::size_t>(partner)]);
    }
    return result;
}

Correspondence Correspondence::swapped() const
{
    Correspondence result;
    result.m_yOfX = m_xOfY;
    result.m_xOfY = m_yOfX;
    result.m_pairs = m_pairs;
    return result;
}

Correspondence Correspondence::withYReordered(const std::vector<ItemIndex> &order) const
{
    Correspondence result(itemsOfX(), itemsOfY());
    for (std::size_t j = 0; j < order.size(); ++j) {
        const ItemIndex x = partnerOfY(order[j]);
        if (x != noItem)
            result.pair(x, static_cast<ItemIndex>(j));
    }
    return result;
}

} // namespace anchorscope
