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

/// Longer lists let more partners be decided without a second product and cost more to keep. Changes speed alone; the
/// best length has not been measured.
constexpr Index listLength = 16;

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

/// What a candidate that is missing from an item's list can reach at most. Its similarity is at most t, the last one of
/// that list, and at most its own greatest similarity b_j, so S_ij − ½ r_j ≤ min(t, b_j) − ½ r_j.
class BoundOfMissing
{
public:
    /// best and penalty (½ r_j) of all candidates.
    BoundOfMissing(const std::vector<float> &best, const std::vector<float> &penalty)
    {
        std::vector<std::size_t> order(best.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::sort(order, {}, [&](std::size_t j) { return best[j]; });
        float below = -std::numeric_limits<float>::infinity();
        for (const std::size_t j : order) {
            m_best.push_back(best[j]);
            m_below.push_back(below);
            below = std::max(below, best[j] - penalty[j]);
        }
        m_below.push_back(below);
        m_leastPenalty.assign(best.size() + 1, std::numeric_limits<float>::infinity());
        for (std::size_t at = best.size(); at-- > 0;)
            m_leastPenalty[at] = std::min(m_leastPenalty[at + 1], penalty[order[at]]);
    }

    float at(float t) const
    {
        const auto place = static_cast<std::size_t>(std::ranges::lower_bound(m_best, t) - m_best.begin());
        return std::max(m_below[place], t - m_leastPenalty[place]);
    }

private:
    std::vector<float> m_best;         ///< ascending
    std::vector<float> m_below;        ///< greatest b_j − ½ r_j of the candidates before each place
    std::vector<float> m_leastPenalty; ///< of the candidates from each place on
};

std::vector<float> halved(std::vector<float> means)
{
    for (float &mean : means)
        mean *= 0.5f;
    return means;
}

std::vector<float> greatest(const NearestLists &lists, Index count)
{
    std::vector<float> values(static_cast<std::size_t>(count));
    for (Index i = 0; i < count; ++i)
        values[static_cast<std::size_t>(i)] = lists.of(i).front().similarity;
    return values;
}

/// The rows of `seekers` that their lists do not decide, compared with all of `candidates`.
bool compareWithAll(const Matrix &seekers, const std::vector<ItemIndex> &undecided, const Matrix &candidates,
                    const std::vector<float> &penalty, std::vector<ItemIndex> &partners, const RunContext &context)
{
    std::vector<Best> best(undecided.size());
    const auto onRows = [&](const Tile &tile) {
        for (Index i = 0; i < tile.rows; ++i) {
            Best &of = best[static_cast<std::size_t>(tile.firstRow + i)];
            const float *values = tile.line(i);
            for (Index j = 0; j < tile.columns; ++j)
                of.offer(values[j] - penalty[static_cast<std::size_t>(tile.firstColumn + j)],
                         static_cast<ItemIndex>(tile.firstColumn + j));
        }
    };
    if (!forTiles(rowsOf(seekers, undecided), candidates, onRows, {}, context))
        return false;
    for (std::size_t i = 0; i < undecided.size(); ++i)
        partners[static_cast<std::size_t>(undecided[i])] = best[i].item;
    return true;
}

std::optional<std::vector<ItemIndex>> partnersOf(const Matrix &seekers, const NearestLists &lists,
                                                 const Matrix &candidates, const NearestLists &listsOfCandidates,
                                                 Index neighbours, const RunContext &context)
{
    const std::vector<float> penalty = halved(listsOfCandidates.meanSimilarity(neighbours));
    const BoundOfMissing bound(greatest(listsOfCandidates, candidates.rows()), penalty);
    std::vector<ItemIndex> partners(static_cast<std::size_t>(seekers.rows())), undecided;
    for (Index i = 0; i < seekers.rows(); ++i) {
        const auto list = lists.of(i);
        Best best;
        for (const Neighbour &neighbour : list)
            best.offer(neighbour.similarity - penalty[static_cast<std::size_t>(neighbour.item)], neighbour.item);
        partners[static_cast<std::size_t>(i)] = best.item;
        const bool complete = static_cast<Index>(list.size()) == candidates.rows();
        if (!complete && !(best.value > bound.at(list.back().similarity)))
            undecided.push_back(static_cast<ItemIndex>(i));
    }
    if (!undecided.empty() && !compareWithAll(seekers, undecided, candidates, penalty, partners, context))
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

std::optional<CslsPartners> cslsPartners(const Matrix &x, const Matrix &y, Index neighbours, const RunContext &context)
{
    const Index wanted = std::max(neighbours, listLength);
    NearestLists ofX(x.rows(), std::min(wanted, y.rows()), {}), ofY(y.rows(), std::min(wanted, x.rows()), {});
    const bool done = forTiles(
        x, y, [&](const Tile &tile) { ofX.addRows(tile); }, [&](const Tile &tile) { ofY.addColumns(tile); },
        context.part(0, 0.7));
    if (!done)
        return std::nullopt;
    ofX.finish();
    ofY.finish();
    auto yOfX = partnersOf(x, ofX, y, ofY, neighbours, context.part(0.7, 0.85));
    auto xOfY = yOfX ? partnersOf(y, ofY, x, ofX, neighbours, context.part(0.85, 1)) : std::nullopt;
    if (!xOfY)
        return std::nullopt;
    return CslsPartners{std::move(*yOfX), std::move(*xOfY)};
}

} // namespace anchorscope
