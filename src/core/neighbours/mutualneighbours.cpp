// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/mutualneighbours.h"

#include "core/neighbours/neighbours.h"

#include <algorithm>

namespace anchorscope {

std::vector<ItemIndex> nearestOfEach(const Matrix &rows, Index k, const RunContext &context)
{
    const Index kept = std::min(k, rows.rows() - 1);
    NearestLists lists(rows.rows(), kept + 1, TieOrder{}); // includes the row itself, or a duplicate of it
    const bool done = forSymmetricTiles(
        rows, [&](const Tile &tile) { lists.addRows(tile); }, [&](const Tile &tile) { lists.addColumns(tile); },
        context);
    if (!done)
        return {};
    lists.finish();
    std::vector<ItemIndex> nearest;
    nearest.reserve(static_cast<std::size_t>(rows.rows() * kept));
    for (Index row = 0; row < rows.rows(); ++row) {
        const std::size_t first = nearest.size();
        for (const Neighbour &neighbour : lists.of(row)) {
            if (neighbour.item != row && nearest.size() < first + static_cast<std::size_t>(kept))
                nearest.push_back(neighbour.item);
        }
        std::sort(nearest.begin() + static_cast<std::ptrdiff_t>(first), nearest.end());
    }
    return nearest;
}

double sharedNeighbours(const std::vector<ItemIndex> &a, const std::vector<ItemIndex> &b, Index k)
{
    std::vector<ItemIndex> shared;
    std::size_t count = 0;
    for (auto from = a.begin(), other = b.begin(); from != a.end(); from += k, other += k) {
        shared.clear();
        std::set_intersection(from, from + k, other, other + k, std::back_inserter(shared));
        count += shared.size();
    }
    return static_cast<double>(count) / static_cast<double>(a.size());
}

} // namespace anchorscope
