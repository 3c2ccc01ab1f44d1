// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/mutualneighbours.h"

#include "core/data/items.h"
#include "core/neighbours/neighbours.h"
#include "core/parallel.h"
#include "core/random.h"

#include <algorithm>

namespace anchorscope {

std::vector<ItemIndex> nearestOfEach(const Matrix &rows, Index k, const RunContext &context)
{
    const Index kept = std::min(k, rows.rows() - 1);
    // Lists have one entry more than required, because each row also finds itself or a duplicate of itself.
    NearestLists lists(rows.rows(), kept + 1, TieOrder{});
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

ChanceLevel sharedByChance(const std::vector<ItemIndex> &a, const std::vector<ItemIndex> &b, Index k,
                           const RunContext &context)
{
    constexpr Index pairings = 60;
    const Index n = std::ssize(a) / k;
    std::vector<double> shares(pairings);
    forBlocks(
        pairings, 1,
        [&](Index p, Index) {
            // Pairs items at random: item order[i] of the second space gets number i. `moved`: its renumbered lists.
            const auto order = Random(hashBits(0, static_cast<std::uint64_t>(p), 0, 0)).permutation(n);
            const auto place = inversePermutation(order);
            std::vector<ItemIndex> moved(b.size());
            for (Index i = 0; i < n; ++i) {
                const auto from = b.begin() + order[static_cast<std::size_t>(i)] * k;
                const auto to = moved.begin() + i * k;
                std::transform(from, from + k, to,
                               [&](ItemIndex item) { return place[static_cast<std::size_t>(item)]; });
                std::sort(to, to + k);
            }
            shares[static_cast<std::size_t>(p)] = sharedNeighbours(a, moved, k);
        },
        context);
    const double deviation = sampleDeviation(shares);
    const double expected = static_cast<double>(k) / static_cast<double>(n - 1);
    return {expected, expected - normalQuantile * deviation, expected + normalQuantile * deviation};
}

} // namespace anchorscope
