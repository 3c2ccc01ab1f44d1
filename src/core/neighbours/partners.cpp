// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/partners.h"

#include "core/neighbours/neighbours.h"
#include "core/parallel.h"
#include "core/projection/relative.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace anchorscope {

namespace {

/// The best partner of one item so far.
struct Best
{
    float value = -std::numeric_limits<float>::infinity();
    ItemIndex item = noItem;

    void offer(float candidate, ItemIndex other)
    {
        if (candidate > value || (candidate == value && other < item)) {
            value = candidate;
            item = other;
        }
    }
};

/// Candidates by rising penalty (½ r_j), so that those that an item's list may lack come first: a missing candidate's
/// similarity is at most t, the last one of the list, so it can only win where t − ½ r_j reaches the best of the list.
class ByPenalty
{
public:
    explicit ByPenalty(const std::vector<float> &penalty) : m_order(penalty.size())
    {
        std::iota(m_order.begin(), m_order.end(), 0);
        std::ranges::stable_sort(m_order, {}, [&](ItemIndex j) { return penalty[static_cast<std::size_t>(j)]; });
        for (const ItemIndex j : m_order)
            m_penalty.push_back(penalty[static_cast<std::size_t>(j)]);
    }

    const std::vector<ItemIndex> &order() const { return m_order; }
    float penalty(Index place) const { return m_penalty[static_cast<std::size_t>(place)]; }
    /// How many of the first can win.
    Index canWin(float t, float best) const
    {
        const auto wins = [&](float penalty) { return t - penalty >= best; };
        return std::ranges::partition_point(m_penalty, wins) - m_penalty.begin();
    }

private:
    std::vector<ItemIndex> m_order;
    std::vector<float> m_penalty;
};

/// An item whose list does not decide its partner.
struct Undecided
{
    ItemIndex item;
    Best best;    ///< of its list
    Index wanted; ///< candidates by rising penalty that it has to be compared with
};

/// Compares them with the candidates that can win. False if cancelled.
bool compare(const Matrix &seekers, std::vector<Undecided> undecided, const Matrix &candidates,
             const ByPenalty &byPenalty, std::vector<ItemIndex> &partners, const RunContext &context)
{
    std::ranges::stable_sort(undecided, std::greater<>(), &Undecided::wanted);
    std::vector<ItemIndex> items;
    std::vector<Index> wanted;
    for (const Undecided &one : undecided) {
        items.push_back(one.item);
        wanted.push_back(one.wanted);
    }
    const auto onRows = [&](const Tile &tile) {
        for (Index i = 0; i < tile.rows; ++i) {
            Best &best = undecided[static_cast<std::size_t>(tile.firstRow + i)].best;
            const float *values = tile.line(i);
            for (Index j = 0; j < tile.columns; ++j) {
                const Index place = tile.firstColumn + j;
                best.offer(values[j] - byPenalty.penalty(place), byPenalty.order()[static_cast<std::size_t>(place)]);
            }
        }
    };
    const Matrix ordered = rowsOf(candidates, byPenalty.order(), context).topRows(wanted.front());
    if (!forLeadingTiles(rowsOf(seekers, items), ordered, wanted, onRows, context))
        return false;
    for (const Undecided &one : undecided)
        partners[static_cast<std::size_t>(one.item)] = one.best.item;
    return true;
}

std::optional<std::vector<ItemIndex>> partnersOf(const Matrix &seekers, const NearestLists &lists,
                                                 const Matrix &candidates, const NearestLists &listsOfCandidates,
                                                 Index neighbours, const std::vector<bool> &wantedItems,
                                                 const RunContext &context)
{
    const std::vector<float> penalty = listsOfCandidates.halfMeanSimilarity(neighbours);
    const ByPenalty byPenalty(penalty);
    std::vector<ItemIndex> partners(static_cast<std::size_t>(seekers.rows()), noItem);
    std::vector<Undecided> undecided;
    for (Index i = 0; i < seekers.rows(); ++i) {
        if (!wantedItems.empty() && !wantedItems[static_cast<std::size_t>(i)])
            continue;
        const auto list = lists.of(i);
        Best best;
        for (const Neighbour &neighbour : list)
            best.offer(neighbour.similarity - penalty[static_cast<std::size_t>(neighbour.item)], neighbour.item);
        partners[static_cast<std::size_t>(i)] = best.item;
        const bool complete = static_cast<Index>(list.size()) == candidates.rows();
        const Index wanted = complete ? 0 : byPenalty.canWin(list.back().similarity, best.value);
        if (wanted > 0)
            undecided.push_back({static_cast<ItemIndex>(i), best, wanted});
    }
    if (!undecided.empty() && !compare(seekers, std::move(undecided), candidates, byPenalty, partners, context))
        return std::nullopt;
    return partners;
}

} // namespace

std::vector<ItemIndex> CslsPartners::mutualItemsOfX() const
{
    std::vector<ItemIndex> mutual;
    for (std::size_t i = 0; i < yOfX.size(); ++i) {
        if (xOfY[static_cast<std::size_t>(yOfX[i])] == static_cast<ItemIndex>(i))
            mutual.push_back(static_cast<ItemIndex>(i));
    }
    return mutual;
}

std::optional<CslsPartners> cslsPartners(const Matrix &x, const Matrix &y, Index neighbours, const RunContext &context,
                                         const WantedPartners &wanted)
{
    NearestLists ofX(x.rows(), std::min(neighbours, y.rows()), {}), ofY(y.rows(), std::min(neighbours, x.rows()), {});
    const bool done = forTiles(
        x, y, [&](const Tile &tile) { ofX.addRows(tile); }, [&](const Tile &tile) { ofY.addColumns(tile); },
        context.part(0, 0.7));
    if (!done)
        return std::nullopt;
    ofX.finish();
    ofY.finish();
    auto yOfX = partnersOf(x, ofX, y, ofY, neighbours, wanted.ofX, context.part(0.7, 0.85));
    auto xOfY = yOfX ? partnersOf(y, ofY, x, ofX, neighbours, wanted.ofY, context.part(0.85, 1)) : std::nullopt;
    if (!xOfY)
        return std::nullopt;
    return CslsPartners{std::move(*yOfX), std::move(*xOfY)};
}

} // namespace anchorscope
