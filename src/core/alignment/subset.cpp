// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/alignment/subset.h"

#include "core/projection/relative.h"

#include <algorithm>
#include <numeric>

namespace anchorscope {

namespace {

Correspondence truthAmong(const Correspondence *truth, const std::vector<ItemIndex> &itemsOfX,
                          const std::vector<ItemIndex> &itemsOfY)
{
    if (!truth)
        return {};
    Correspondence part(static_cast<Index>(itemsOfX.size()), static_cast<Index>(itemsOfY.size()));
    for (std::size_t j = 0; j < itemsOfY.size(); ++j) {
        const ItemIndex place = placeOf(truth->partnerOfY(itemsOfY[j]), itemsOfX);
        if (place != noItem)
            part.pair(place, static_cast<ItemIndex>(j));
    }
    return part;
}

/// Converts items to positions in the ascending list `items`, omitting items that are not in it.
std::vector<ItemIndex> orderAmong(const std::vector<ItemIndex> &order, const std::vector<ItemIndex> &items)
{
    std::vector<ItemIndex> part;
    for (const ItemIndex item : order) {
        if (const ItemIndex place = placeOf(item, items); place != noItem)
            part.push_back(place);
    }
    return part;
}

} // namespace

std::vector<ItemIndex> reliableItems(const PreparedSpace &space, const std::vector<ItemIndex> &order, Index count)
{
    std::vector<ItemIndex> items = order;
    if (items.empty()) {
        items = allItems(space.size());
        std::stable_sort(items.begin(), items.end(),
                         [&](ItemIndex a, ItemIndex b) { return space.norms(a) > space.norms(b); });
    }
    items.resize(static_cast<std::size_t>(std::min(count, space.size())));
    return items;
}

void reorder(PreparedSpace &space, const std::vector<ItemIndex> &order)
{
    const std::vector<ItemIndex> places = inversePermutation(order);
    space.norms = Vector(space.norms(order));
    for (ItemIndex &item : space.zeroRows)
        item = places[static_cast<std::size_t>(item)];
    std::ranges::sort(space.zeroRows);
    if (space.distributed) {
        space.distributed = redistributed(*space.distributed, order);
        return;
    }
    if (space.stored)
        return space.stored->reorder(order);
    std::vector<bool> moved(order.size());
    const Index columns = space.rows.cols();
    std::vector<float> held(static_cast<std::size_t>(columns));
    for (std::size_t start = 0; start < order.size(); ++start) {
        if (moved[start])
            continue;
        std::copy_n(space.rows.row(static_cast<Index>(start)).data(), columns, held.begin());
        std::size_t place = start;
        for (; static_cast<std::size_t>(order[place]) != start; place = static_cast<std::size_t>(order[place])) {
            space.rows.row(static_cast<Index>(place)) = space.rows.row(order[place]);
            moved[place] = true;
        }
        std::ranges::copy(held, space.rows.row(static_cast<Index>(place)).data());
        moved[place] = true;
    }
}

Subset::Subset(const OptimizeInput &whole, std::vector<ItemIndex> itemsOfX, std::vector<ItemIndex> itemsOfY,
               const std::vector<std::size_t> &seeds)
    : m_itemsOfX(ascending(std::move(itemsOfX), whole.anchorsOfX)),
      m_itemsOfY(ascending(std::move(itemsOfY), whole.seedsOfY)), m_x(itemsOf(whole.x, m_itemsOfX)),
      m_y(itemsOf(whole.y, m_itemsOfY)),
      m_truth(truthAmong(whole.truth, m_itemsOfX, m_itemsOfY)), m_input{m_x,
                                                                        m_y,
                                                                        {},
                                                                        {},
                                                                        m_truth.empty() ? nullptr : &m_truth,
                                                                        orderAmong(whole.orderOfX, m_itemsOfX),
                                                                        orderAmong(whole.orderOfY, m_itemsOfY),
                                                                        whole.hints.among(m_itemsOfX, m_itemsOfY)}
{
    m_input.earlier = whole.earlier;
    m_input.earlier.xOfY.clear();
    for (std::size_t j = 0; j < m_itemsOfY.size() && !whole.earlier.xOfY.empty(); ++j)
        m_input.earlier.xOfY.push_back(
            placeOf(whole.earlier.xOfY[static_cast<std::size_t>(m_itemsOfY[j])], m_itemsOfX));
    std::vector<bool> taken(whole.anchorsOfX.size());
    for (const std::size_t seed : seeds) {
        m_input.anchorsOfX.push_back(placeOf(whole.anchorsOfX[seed], m_itemsOfX));
        m_input.seedsOfY.push_back(placeOf(whole.seedsOfY[seed], m_itemsOfY));
        taken[seed] = true;
    }
    for (std::size_t a = 0; a < whole.anchorsOfX.size(); ++a) {
        if (!taken[a])
            m_input.anchorsOfX.push_back(placeOf(whole.anchorsOfX[a], m_itemsOfX));
    }
}

Subset reliablePart(const OptimizeInput &input, Index items)
{
    return {input, reliableItems(input.x, input.orderOfX, items), reliableItems(input.y, input.orderOfY, items),
            allSeeds(input)};
}

std::vector<std::size_t> allSeeds(const OptimizeInput &input)
{
    std::vector<std::size_t> seeds(input.seedsOfY.size());
    std::iota(seeds.begin(), seeds.end(), std::size_t(0));
    return seeds;
}

} // namespace anchorscope
