// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/cslsranks.h"

#include "core/neighbours/collectnearest.h"
#include "core/projection/relative.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace anchorscope {

namespace {

/// Upper bound of the CSLS score 2 S_ij − r_j of targets j that are missing from the list of query i. S_ij is the
/// similarity of i and j; the penalty r_j is the mean similarity of j to its nearest queries. S_ij is at most t, the
/// similarity of the last target in the list. It is also at most b_j, the similarity of j to its nearest query. So the
/// score is at most 2 min(t, b_j) − r_j, also after rounding.
class BoundOfMissing
{
public:
    BoundOfMissing(const std::vector<float> &penalties, const NearestLists &nearestToTargets)
        : m_best(penalties.size()), m_below(penalties.size() + 1), m_leastPenalty(penalties.size() + 1)
    {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const auto bestOf = [&](std::size_t j) { return nearestToTargets.maxOf(static_cast<Index>(j)); };
        std::vector<std::size_t> order(penalties.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::sort(order, {}, bestOf);
        m_below.front() = -infinity;
        m_leastPenalty.back() = infinity;
        for (std::size_t at = 0; at < order.size(); ++at) {
            m_best[at] = bestOf(order[at]);
            m_below[at + 1] = std::max(m_below[at], 2 * m_best[at] - penalties[order[at]]);
        }
        for (std::size_t at = order.size(); at-- > 0;)
            m_leastPenalty[at] = std::min(m_leastPenalty[at + 1], penalties[order[at]]);
    }

    float at(float t) const
    {
        const auto place = static_cast<std::size_t>(std::ranges::lower_bound(m_best, t) - m_best.begin());
        return std::max(m_below[place], 2 * t - m_leastPenalty[place]);
    }

private:
    std::vector<float> m_best; ///< similarities b_j of all targets to their nearest query, ascending

    /// entry p: greatest value 2 b_j − r_j of the targets before position p of m_best; −∞ for p = 0
    std::vector<float> m_below;

    /// entry p: smallest penalty r_j of the targets at position p of m_best and after it; ∞ for the last p
    std::vector<float> m_leastPenalty;
};

struct Ranking
{
    std::vector<float> penalties;
    std::vector<float> ranks;
    std::vector<ItemIndex> unresolved;
};

float rankInList(std::span<const Neighbour> list, float requested, const std::vector<float> &penalties)
{
    Index greater = 0, equal = 0;
    for (const Neighbour &each : list) {
        const float score = 2 * each.similarity - penalties[static_cast<std::size_t>(each.item)];
        greater += score > requested;
        equal += score == requested;
    }
    return 1.0f + static_cast<float>(greater) + 0.5f * static_cast<float>(equal - 1);
}

/// Determines the requested target's position if it scores better than any target outside the list can.
Ranking decide(const CslsQueries &queries, Index neighbours)
{
    Ranking ranking{queries.nearestToTargets.meanSimilarity(neighbours), {}, {}};
    ranking.ranks.resize(queries.requested.size());
    const BoundOfMissing bound(ranking.penalties, queries.nearestToTargets);
    for (std::size_t q = 0; q < queries.requested.size(); ++q) {
        if (queries.requested[q] == noItem)
            continue;
        const float requested =
            2 * queries.similarity[q] - ranking.penalties[static_cast<std::size_t>(queries.requested[q])];
        const auto list = queries.nearest.of(static_cast<Index>(q));
        const float minimum = queries.nearest.minOf(static_cast<Index>(q));
        if (list.size() == ranking.penalties.size() || requested > bound.at(minimum))
            ranking.ranks[q] = rankInList(list, requested, ranking.penalties);
        else
            ranking.unresolved.push_back(static_cast<ItemIndex>(q));
    }
    return ranking;
}

bool rankUnresolved(const CslsQueries &queries, Ranking &ranking, const RunContext &context)
{
    if (ranking.unresolved.empty())
        return true;
    const std::vector<float> similarity = elementsAt(queries.similarity, ranking.unresolved);
    const std::vector<ItemIndex> requested = elementsAt(queries.requested, ranking.unresolved);
    RankCounter counter(similarity, requested, queries.targets.rows(), ranking.penalties);
    if (!collectAll(rowsOf(queries.rows, ranking.unresolved), queries.targets, {nullptr, &counter}, {}, context))
        return false;
    for (std::size_t u = 0; u < requested.size(); ++u)
        ranking.ranks[static_cast<std::size_t>(ranking.unresolved[u])] = counter.rank(static_cast<Index>(u));
    return true;
}

} // namespace

std::optional<std::vector<float>> cslsRanks(const CslsQueries &queries, Index neighbours, const RunContext &context)
{
    Ranking ranking = decide(queries, neighbours);
    if (!rankUnresolved(queries, ranking, context))
        return std::nullopt;
    return std::move(ranking.ranks);
}

std::optional<std::pair<std::vector<float>, std::vector<float>>>
cslsRanksBothWays(const CslsQueries &x, const CslsQueries &y, Index neighbours, const RunContext &context)
{
    Ranking ofX = decide(x, neighbours), ofY = decide(y, neighbours);
    const auto unresolvedX = static_cast<Index>(ofX.unresolved.size()),
               unresolvedY = static_cast<Index>(ofY.unresolved.size());
    if (unresolvedX * y.rows.rows() + unresolvedY * x.rows.rows() < x.rows.rows() * y.rows.rows()) {
        if (!rankUnresolved(x, ofX, context.part(0, 0.5)) || !rankUnresolved(y, ofY, context.part(0.5, 1)))
            return std::nullopt;
        return std::pair(std::move(ofX.ranks), std::move(ofY.ranks));
    }
    // Many queries are unresolved, so one product of all rows costs less than a product for each direction.
    RankCounter counterX(x.similarity, x.requested, y.rows.rows(), ofX.penalties);
    RankCounter counterY(y.similarity, y.requested, x.rows.rows(), ofY.penalties);
    if (!collectAll(x.rows, y.rows, {nullptr, &counterX}, {nullptr, &counterY}, context))
        return std::nullopt;
    for (const auto &[ranking, counter] : {std::pair(&ofX, &counterX), std::pair(&ofY, &counterY)}) {
        for (const ItemIndex query : ranking->unresolved)
            ranking->ranks[static_cast<std::size_t>(query)] = counter->rank(query);
    }
    return std::pair(std::move(ofX.ranks), std::move(ofY.ranks));
}

} // namespace anchorscope
