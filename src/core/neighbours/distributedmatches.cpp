// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/distributedmatches.h"

#include "core/neighbours/collectnearest.h"
#include "core/neighbours/unresolvedqueries.h"

#include <algorithm>

namespace anchorscope {

namespace {

/// Compares this rank's rows of x with all rows of y. `change` (may be empty) is applied to each tile first.
void collect(const DistributedRows &x, const DistributedRows &y, NearestLists &ofX, NearestLists &ofY,
             const TileChange &change, const RunContext &context)
{
    const Index firstOfX = x.share().first;
    double seen = 0;
    ringPass(y, {&ofY, nullptr}, [&](RingBlock &block) {
        const auto changed = [&](Tile tile) {
            tile.firstRow += firstOfX;
            tile.firstColumn += block.items.first;
            return change ? change(tile) : tile;
        };
        const auto onRows = [&](const Tile &tile) {
            Tile placed = changed(tile);
            placed.firstRow = tile.firstRow;
            ofX.addRows(placed);
        };
        const auto onColumns = [&](const Tile &tile) {
            Tile placed = changed(tile);
            placed.firstColumn = tile.firstColumn;
            block.lists->addColumns(placed);
        };
        const auto before = seen;
        seen += static_cast<double>(block.items.count) / static_cast<double>(y.items);
        forTiles(x.own, block.rows, onRows, onColumns, context.part(before, seen));
    });
    ofX.finish();
    ofY.finish();
}

/// Penalties ½ r of all items, on every MPI rank. `lists`: nearest rows of the items that this rank holds.
std::vector<float> penaltiesOf(const DistributedRows &side, const NearestLists &lists, Index neighbours)
{
    std::vector<float> all(static_cast<std::size_t>(side.items));
    std::ranges::copy(lists.halfMeanSimilarity(neighbours), all.begin() + side.share().first);
    allGather(*side.communicator, all.data(), side.items);
    return all;
}

std::vector<ItemIndex> matchesOf(const DistributedRows &seeking, const NearestLists &lists,
                                 const DistributedRows &candidates, const std::vector<float> &penalties,
                                 const RunContext &context)
{
    OpenQueries open(lists, seeking.own.rows(), candidates.items, penalties, [](ItemIndex item) { return item; });
    ringPass(candidates, {}, [&](RingBlock &block) {
        const std::span ofBlock(penalties.data() + block.items.first, static_cast<std::size_t>(block.items.count));
        const CandidatesByPenalty byPenalty(ofBlock);
        std::vector<UnresolvedQuery> unresolved = open.among(byPenalty);
        const auto itemOf = [&](ItemIndex row) { return static_cast<ItemIndex>(block.items.first) + row; };
        compare(seeking.own, unresolved, block.rows, itemOf, byPenalty, context);
        open.update(unresolved);
    });
    std::vector<ItemIndex> matches(static_cast<std::size_t>(seeking.items));
    std::ranges::transform(open.best(), matches.begin() + seeking.share().first, &BestMatch::item);
    allGather(*seeking.communicator, matches.data(), seeking.items);
    return matches;
}

/// Similarity of row j of y to row xOfY[j] of x, 0 for noItem. MPI ranks divide the rows of x and exchange the results.
std::vector<float> givenSimilarities(const DistributedRows &x, const DistributedRows &y,
                                     const std::vector<ItemIndex> &xOfY)
{
    const Share own = x.share(), ownOfY = y.share();
    std::vector<float> values(static_cast<std::size_t>(ownOfY.count), 0.0f);
    ringPass(y, {nullptr, &values}, [&](RingBlock &block) {
        std::vector<ItemIndex> places;
        for (Index j = block.items.first; j < block.items.first + block.items.count; ++j) {
            const Index place = xOfY[static_cast<std::size_t>(j)] - own.first;
            places.push_back(place >= 0 && place < own.count ? static_cast<ItemIndex>(place) : noItem);
        }
        const std::vector<float> known = targetSimilarities(block.rows, x.own, places);
        for (std::size_t j = 0; j < known.size(); ++j)
            block.values[j] = places[j] == noItem ? block.values[j] : known[j];
    });
    std::vector<float> all(static_cast<std::size_t>(y.items));
    std::ranges::copy(values, all.begin() + ownOfY.first);
    allGather(*y.communicator, all.data(), y.items);
    return all;
}

Penalties penaltiesOfBoth(const DistributedRows &x, const DistributedRows &y, Index neighbours,
                          const RunContext &context)
{
    if (neighbours == 0)
        return {std::vector<float>(static_cast<std::size_t>(x.items)),
                std::vector<float>(static_cast<std::size_t>(y.items))};
    NearestLists ofX(x.own.rows(), std::min(neighbours, y.items)), ofY(y.own.rows(), std::min(neighbours, x.items));
    collect(x, y, ofX, ofY, {}, context);
    return {penaltiesOf(x, ofX, neighbours), penaltiesOf(y, ofY, neighbours)};
}

} // namespace

CslsMatches distributedMatches(const DistributedRows &x, const DistributedRows &y, Index neighbours,
                               const RunContext &context)
{
    NearestLists ofX(x.own.rows(), std::min(neighbours, y.items)), ofY(y.own.rows(), std::min(neighbours, x.items));
    collect(x, y, ofX, ofY, {}, context.part(0, 0.7));
    const std::vector<float> penaltiesOfX = penaltiesOf(x, ofX, neighbours),
                             penaltiesOfY = penaltiesOf(y, ofY, neighbours);
    return {matchesOf(x, ofX, y, penaltiesOfY, context.part(0.7, 0.85)),
            matchesOf(y, ofY, x, penaltiesOfX, context.part(0.85, 1))};
}

MatchLists distributedMatchLists(const DistributedRows &x, const DistributedRows &y, const std::vector<ItemIndex> &xOfY,
                                 Index neighbours, Index count, const RunContext &context)
{
    const Penalties half = penaltiesOfBoth(x, y, neighbours, context.part(0, 0.5));
    NearestLists ofX(x.own.rows(), 1), ofY(y.own.rows(), std::min(std::max<Index>(2, count), x.items));
    collect(
        x, y, ofX, ofY, [&](const Tile &tile) { return half.corrected(tile); }, context.part(0.5, 1));
    std::vector<float> bestOfX(static_cast<std::size_t>(x.items));
    for (Index i = 0; i < x.own.rows(); ++i)
        bestOfX[static_cast<std::size_t>(x.share().first + i)] = ofX.maxOf(i);
    allGather(*x.communicator, bestOfX.data(), x.items);
    MatchLists lists = matchListsOf(half, givenSimilarities(x, y, xOfY), xOfY, bestOfX, ofY, y.share(), count);
    std::vector<Neighbour> best(static_cast<std::size_t>(y.items * count), {noItem, 0});
    for (std::size_t j = 0; j < xOfY.size(); ++j)
        std::ranges::copy(lists.best[j], best.begin() + static_cast<Index>(j) * count);
    allGather(*y.communicator, lists.matches.data(), y.items);
    allGather(*y.communicator, best.data(), y.items, count);
    for (std::size_t j = 0; j < xOfY.size(); ++j) {
        const auto own = std::span(best).subspan(j * static_cast<std::size_t>(count), static_cast<std::size_t>(count));
        lists.best[j].assign(own.begin(), std::ranges::find(own, noItem, &Neighbour::item));
    }
    return lists;
}

} // namespace anchorscope
