// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/unresolvedqueries.h"

#include "core/matching/tiles.h"
#include "core/projection/relative.h"

#include <algorithm>
#include <numeric>

namespace anchorscope {

namespace {

/// Number of candidates compared in one step: a small part of a large set, but so many that steps cost little.
constexpr Index candidatesAtOnce = 16384;

} // namespace

CandidatesByPenalty::CandidatesByPenalty(std::span<const float> penalty) : m_order(penalty.size())
{
    std::iota(m_order.begin(), m_order.end(), 0);
    std::ranges::stable_sort(m_order, {}, [&](ItemIndex j) { return penalty[static_cast<std::size_t>(j)]; });
    for (const ItemIndex j : m_order)
        m_penalty.push_back(penalty[static_cast<std::size_t>(j)]);
}

Index CandidatesByPenalty::numberThatCanWin(float t, float best) const
{
    const auto wins = [&](float penalty) { return t - penalty >= best; };
    return std::ranges::partition_point(m_penalty, wins) - m_penalty.begin();
}

OpenQueries::OpenQueries(const NearestLists &lists, Index count, Index candidates, std::span<const float> penalties,
                         const ItemOfRow &itemOf)
{
    for (Index query = 0; query < count; ++query) {
        const auto list = lists.of(query);
        BestMatch best;
        for (const Neighbour &each : list)
            best.offer(each.similarity - penalties[static_cast<std::size_t>(each.item)], itemOf(each.item));
        m_best.push_back(best);
        const bool complete = std::ssize(list) == candidates;
        m_missing.push_back(complete ? -std::numeric_limits<float>::infinity() : lists.minOf(query));
    }
}

std::vector<UnresolvedQuery> OpenQueries::among(const CandidatesByPenalty &candidates) const
{
    std::vector<UnresolvedQuery> unresolved;
    for (std::size_t q = 0; q < m_best.size(); ++q) {
        if (const Index count = candidates.numberThatCanWin(m_missing[q], m_best[q].value); count > 0)
            unresolved.push_back({static_cast<ItemIndex>(q), m_best[q], count});
    }
    std::ranges::stable_sort(unresolved, std::greater<>(), &UnresolvedQuery::candidateCount);
    return unresolved;
}

void OpenQueries::update(const std::vector<UnresolvedQuery> &compared)
{
    for (const UnresolvedQuery &one : compared)
        m_best[static_cast<std::size_t>(one.row)] = one.best;
}

bool compare(const MatrixView &queries, std::vector<UnresolvedQuery> &unresolved, const MatrixView &candidates,
             const ItemOfRow &itemOf, const CandidatesByPenalty &byPenalty, const RunContext &context)
{
    if (unresolved.empty())
        return true;
    std::vector<ItemIndex> rows;
    for (const UnresolvedQuery &one : unresolved)
        rows.push_back(one.row);
    const Matrix asking = rowsOf(queries, rows);
    for (Index first = 0; first < unresolved.front().candidateCount; first += candidatesAtOnce) {
        // number of candidates of this batch (which begins at `first`) that are compared with each query
        std::vector<Index> counts;
        for (std::size_t q = 0; q < unresolved.size() && unresolved[q].candidateCount > first; ++q)
            counts.push_back(std::min(unresolved[q].candidateCount - first, candidatesAtOnce));
        const auto leading = byPenalty.order().begin() + first;
        const std::vector<ItemIndex> some(leading, leading + counts.front());
        std::vector<ItemIndex> items;
        for (const ItemIndex row : some)
            items.push_back(itemOf(row));
        const auto onRows = [&](const Tile &tile) {
            const Index columns = std::min(tile.columns, std::ssize(items) - tile.firstColumn);
            for (Index i = 0; i < tile.rows; ++i) {
                BestMatch &best = unresolved[static_cast<std::size_t>(tile.firstRow + i)].best;
                const float *values = tile.line(i);
                for (Index j = 0; j < columns; ++j) {
                    const Index place = tile.firstColumn + j;
                    best.offer(values[j] - byPenalty.penalty(first + place), items[static_cast<std::size_t>(place)]);
                }
            }
        };
        if (!forLeadingTiles(asking.topRows(std::ssize(counts)), rowsOf(candidates, some, context), counts, onRows,
                             context))
            return false;
    }
    return true;
}

} // namespace anchorscope
