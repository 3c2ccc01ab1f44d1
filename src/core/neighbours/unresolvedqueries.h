// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/neighbours.h"
#include "core/runcontext.h"

#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace anchorscope {

// Second half of the search for CSLS matches: queries whose match may be missing from their list of nearest items.

using ItemOfRow = std::function<ItemIndex(ItemIndex row)>;

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

/// Candidates in rising order of their penalty ½ r_j. A candidate missing from a query's list has at most the
/// similarity t of the last item in the list. It can be the match only if t − ½ r_j is at least the best value
/// (similarity − penalty) in the list; such candidates come first.
class CandidatesByPenalty
{
public:
    explicit CandidatesByPenalty(std::span<const float> penalty);

    const std::vector<ItemIndex> &order() const { return m_order; }
    float penalty(Index place) const { return m_penalty[static_cast<std::size_t>(place)]; }
    /// Number of candidates that can be the match although they are missing from the list. `t`: similarity of the last
    /// item in the list; `best`: best value (similarity − penalty) in it.
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

/// Best match so far of each query, and the greatest similarity of a candidate missing from its list of nearest items.
class OpenQueries
{
public:
    /// Finds the best match of the first `count` queries in their lists. `candidates`: number of all candidates; a list
    /// of this length is complete. `itemOf`: item of a candidate's row.
    OpenQueries(const NearestLists &lists, Index count, Index candidates, std::span<const float> penalties,
                const ItemOfRow &itemOf);

    /// Queries whose match may be missing from their list; those with most candidates to compare come first.
    std::vector<UnresolvedQuery> among(const CandidatesByPenalty &candidates) const;
    void update(const std::vector<UnresolvedQuery> &compared);
    const std::vector<BestMatch> &best() const { return m_best; }

private:
    std::vector<BestMatch> m_best;
    std::vector<float> m_missing;
};

/// Compares each unresolved query, a row of `queries`, with its candidateCount candidates of lowest penalty, and
/// updates its best match. `unresolved` is sorted by falling candidateCount. Returns false if cancelled.
bool compare(const MatrixView &queries, std::vector<UnresolvedQuery> &unresolved, const MatrixView &candidates,
             const ItemOfRow &itemOf, const CandidatesByPenalty &byPenalty, const RunContext &context);

} // namespace anchorscope
