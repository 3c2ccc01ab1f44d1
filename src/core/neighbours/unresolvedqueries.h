// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/neighbours.h"
#include "core/runcontext.h"

#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace anchorscope {

// The second half of the search for matches (cslsmatches.h): queries whose nearest neighbours do not decide their
// match.

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

/// Candidates sorted by rising penalty (½ r_j), so that those that may be missing from a query's list of nearest rows
/// come first: the similarity of a missing candidate is at most t, the last one of the list, so it can only win if t −
/// ½ r_j reaches the best of the list.
class CandidatesByPenalty
{
public:
    explicit CandidatesByPenalty(std::span<const float> penalty);

    const std::vector<ItemIndex> &order() const { return m_order; }
    float penalty(Index place) const { return m_penalty[static_cast<std::size_t>(place)]; }
    /// Number of leading candidates that can still win against the best match of a list.
    Index numberThatCanWin(float t, float best) const;

private:
    std::vector<ItemIndex> m_order;
    std::vector<float> m_penalty;
};

/// A query whose list does not decide its match.
struct UnresolvedQuery
{
    ItemIndex row;
    BestMatch best;       ///< best match in the query's list
    Index candidateCount; ///< number of candidates, by rising penalty, that it has to be compared with
};

/// Best matches of queries so far, and the greatest similarity that a candidate missing from a query's list can have.
class OpenQueries
{
public:
    /// Initializes the best matches of the first `count` queries from their lists among all `candidates` rows; itemOf
    /// maps the row of a candidate to its item.
    OpenQueries(const NearestLists &lists, Index count, Index candidates, std::span<const float> penalties,
                const ItemOfRow &itemOf);

    /// Queries for which one of some candidates can win, the costly ones first.
    std::vector<UnresolvedQuery> among(const CandidatesByPenalty &candidates) const;
    void update(const std::vector<UnresolvedQuery> &compared);
    const std::vector<BestMatch> &best() const { return m_best; }

private:
    std::vector<BestMatch> m_best;
    std::vector<float> m_missing;
};

/// Compares rows of `queries` with the candidates that can win; `unresolved` is sorted by decreasing number of
/// candidates. itemOf maps the row of a candidate to its item. False if cancelled.
bool compare(const MatrixView &queries, std::vector<UnresolvedQuery> &unresolved, const MatrixView &candidates,
             const ItemOfRow &itemOf, const CandidatesByPenalty &byPenalty, const RunContext &context);

} // namespace anchorscope
