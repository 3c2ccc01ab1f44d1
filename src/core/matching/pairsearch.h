// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matching/boundspace.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace anchorscope {

/// Possible target of a query, and its cost (the negative score).
struct PairCandidate
{
    ItemIndex target;
    double cost;
};

/// Search state of one query: all targets whose score is at most `window` below the best score, collected for a sum
/// over them.
struct SumState
{
    double best = -std::numeric_limits<double>::infinity();
    /// collected targets, with cost = −score; some may be outside the window of the final best score
    std::vector<PairCandidate> kept;

    double bar(double window) const { return best - window; }
    void raise(double score, double, ItemIndex) { best = std::max(best, score); }
    void offer(double score, double, ItemIndex target)
    {
        best = std::max(best, score);
        kept.push_back({target, -score});
    }
};

/// Search state of one query: the target of greatest score; among equal scores that of smallest distance M, then the
/// lowest target. This is a total order, so the result depends neither on the order of the search nor on that of
/// merging states.
struct BestState
{
    double score = -std::numeric_limits<double>::infinity();
    double distance = std::numeric_limits<double>::infinity();
    ItemIndex target = noItem;

    double bar(double) const { return score; }
    void offer(double newScore, double newDistance, ItemIndex newTarget)
    {
        if (newScore > score ||
            (newScore == score && (newDistance < distance || (newDistance == distance && newTarget < target))))
            *this = {newScore, newDistance, newTarget};
    }
    void raise(double newScore, double newDistance, ItemIndex newTarget) { offer(newScore, newDistance, newTarget); }
};

/// Block of consecutive queries, of which `first` is the first, with the states of their searches.
template <class State> struct QueryBlock
{
    QueryBlock(Index firstItem, Index count)
        : first(firstItem), states(static_cast<std::size_t>(count)),
          reach(static_cast<std::size_t>(count) + padding, unbounded)
    {
    }
    /// number of unused entries at the end of `reach`, which is read in whole panels, beyond the last query
    static constexpr std::size_t padding = 64;
    /// negative bar (`reach`) for a minimum score of −∞; its square is finite in float32
    static constexpr float unbounded = 1e18f;
    Index first;
    std::vector<State> states;
    std::vector<float> reach; ///< negative bar (minimum score) of each query, increased by a margin for rounding
    bool seeded = false;      ///< true if each query has a bar (minimum score)
};

/// Lower bounds of squared distances between a block of rows and one panel of columns.
struct BoundPanel
{
    const float *bounds; ///< lower bounds of the squared distances of rows and columns, paddedRows × panelWidth
    Index firstRow, rows, paddedRows;
    Index firstColumn, columns;
};

/// Searches, for each query, the targets of greatest score. The score is min(potential[target] − M, cap[query]), where
/// M is the distance of query and target.
template <class State> class PairSearch
{
public:
    /// Prepares a search. `potentials`: one per target, or null if all are 0. `caps`: one per query, or null if scores
    /// are not limited. `window`: greatest difference from a query's best score at which a target is still collected.
    /// All are kept by reference.
    PairSearch(const BoundSpace &queries, const BoundSpace &targets, const double *potentials, const double *caps,
               double window);

    /// Computes the exact distance of all pairs in the panel that are not excluded by their bound, and offers each pair
    /// to the state of its query. The queries are the rows of the panel if queriesAreRows, otherwise its columns.
    /// Returns the number of exact distances.
    Index scan(const BoundPanel &panel, bool queriesAreRows, QueryBlock<State> &queries) const;

    /// Raises the minimum score (bar) of a query to the score of a target that is probably good, without collecting the
    /// target.
    void hint(Index query, Index target, QueryBlock<State> &queries) const;

private:
    double score(Index query, Index target, double distance) const;
    double distance(Index query, Index target) const;
    void updateReach(Index query, QueryBlock<State> &queries) const;
    void seed(const BoundPanel &panel, bool queriesAreRows, QueryBlock<State> &queries) const;
    Index evaluate(kernels::Hit *hits, Index count, bool queriesAreRows, QueryBlock<State> &queries) const;

    const BoundSpace &m_queries;
    const BoundSpace &m_targets;
    const double *m_potentials;
    const double *m_caps;
    double m_window;
    double m_slack; ///< margin for the rounding of potentials and bars (minimum scores) to float32
};

} // namespace anchorscope
