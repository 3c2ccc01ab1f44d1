// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matching/boundspace.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace anchorscope {

/// Possible target of an item, and its cost.
struct PairCandidate
{
    ItemIndex target;
    double cost;
};

/// Collects for one item the targets whose score is within a window of the best one, to be summed over.
struct SumState
{
    double best = -std::numeric_limits<double>::infinity();
    std::vector<PairCandidate> kept; ///< targets within the window, with cost = −score

    double bar(double window) const { return best - window; }
    void raise(double score, double, ItemIndex) { best = std::max(best, score); }
    void offer(double score, double, ItemIndex target)
    {
        best = std::max(best, score);
        kept.push_back({target, -score});
    }
};

/// Keeps for one item the target of greatest score; equal scores: the smallest M, then the lowest target. A total
/// order, so states found in any order and merged in any order agree.
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

/// Block of consecutive queries, from `first` on, with their states.
template <class State> struct QueryBlock
{
    QueryBlock(Index firstItem, Index count)
        : first(firstItem), states(static_cast<std::size_t>(count)),
          reach(static_cast<std::size_t>(count) + padding, unbounded)
    {
    }
    static constexpr std::size_t padding = 64; ///< number of additional entries, because a panel or a row step may read
                                               ///< beyond the last one
    static constexpr float unbounded = 1e18f;  ///< bar for items of infinite norm, which never pass it; large, with a
                                               ///< finite square
    Index first;
    std::vector<State> states;
    std::vector<float> reach; ///< negative bar of each query, slightly increased against rounding
    bool seeded = false;      ///< true if every query has a bar
};

/// Bounds between a block of rows and one panel of columns.
struct BoundPanel
{
    const float *bounds; ///< lower bounds, paddedRows × panelWidth
    Index firstRow, rows, paddedRows;
    Index firstColumn, columns;
};

/// Searches for the targets of each query with the greatest min(potential[target] − M, cap[query]).
template <class State> class PairSearch
{
public:
    /// Prepares a search. potentials: one per target, or null for zeros; caps: one per query, or null for none; window:
    /// how far below a query's best a score still counts. All are kept by reference.
    PairSearch(const BoundSpace &queries, const BoundSpace &targets, const double *potentials, const double *caps,
               double window);

    /// Evaluates every pair of the panel that can count and offers it to the state of its query. The queries are the
    /// panel's rows or its columns. Returns the number of full distances that were computed.
    Index scan(const BoundPanel &panel, bool queriesAreRows, QueryBlock<State> &queries) const;

    /// Raises the bar of a query by means of a pair that is likely to be good, without adding the pair as a candidate.
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
    double m_slack; ///< allowance for the rounding of potentials and bars to float32
};

} // namespace anchorscope
