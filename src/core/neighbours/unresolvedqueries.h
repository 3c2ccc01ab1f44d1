// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/neighbours.h"
#include "core/runcontext.h"

#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace anchorscope {

// Second half of the search for CSLS matches (cslsmatches.h). It handles unresolved queries: those for which an item
// missing from the query's list of nearest items may still be the match.

using ItemOfRow = std::function<ItemIndex(ItemIndex row)>;

/// Best match found so far for one query.
struct BestMatch
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

/// Candidates in rising order of their penalty ½ r_j. A candidate that is missing from a query's list of nearest items
/// has at most the similarity t of the last item in the list. So it can be the match only if t − ½ r_j is at least the
/// best value (similarity − penalty) in the list, and the candidates for which this is possible come first.
class CandidatesByPenalty
{
public:
    explicit CandidatesByPenalty(std::span<const float> penalty);

    const std::vector<ItemIndex> &order() const { return m_order; }
    float penalty(Index place) const { return m_penalty[static_cast<std::size_t>(place)]; }
    /// Returns the number of candidates that can be the match of a query although they are missing from its list. `t`
    /// is the similarity of the last item in the list, `best` the best value (similarity − penalty) in it. These
    /// candidates come first in order().
    Index numberThatCanWin(float t, float best) const;

private:
    std::vector<ItemIndex> m_order;
    std::vector<float> m_penalty;
};

/// Query whose list of nearest items does not determine its match.
struct UnresolvedQuery
{
    ItemIndex row;
    BestMatch best;       ///< best match found so far for this query
    Index candidateCount; ///< number of candidates, in rising order of penalty, to compare with this query
};

/// Best match so far of each query, and the greatest similarity that a candidate missing from the query's list of
/// nearest items can have.
class OpenQueries
{
public:
    /// Finds the best match of each of the first `count` queries in its list of nearest items. `candidates` is the
    /// number of all candidates; a list of this length is complete. `itemOf` maps the row of a candidate to its item.
    OpenQueries(const NearestLists &lists, Index count, Index candidates, std::span<const float> penalties,
                const ItemOfRow &itemOf);

    /// Returns the queries whose match may be one of the given candidates although it is missing from their list, those
    /// with the most candidates to compare first.
    std::vector<UnresolvedQuery> among(const CandidatesByPenalty &candidates) const;
    void update(const std::vector<UnresolvedQuery> &compared);
    const std::vector<BestMatch> &best() const { return m_best; }

private:
    std::vector<BestMatch> m_best;
    std::vector<float> m_missing;
};

/// Compares unresolved queries (rows of `queries`) with their first candidateCount candidates by penalty and updates
/// their best match. `unresolved` is sorted by falling candidateCount. `itemOf` maps the row of a candidate to its
/// item. Returns false if cancelled.
bool compare(const MatrixView &queries, std::vector<UnresolvedQuery> &unresolved, const MatrixView &candidates,
             const ItemOfRow &itemOf, const CandidatesByPenalty &byPenalty, const RunContext &context);

} // namespace anchorscope
