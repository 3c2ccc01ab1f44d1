// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/product.h"
#include "core/matrix.h"
#include "core/runcontext.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace anchorscope {

/// Rows of one relative space with short feature vectors, whose products give lower bounds of the distances M between
/// rows of two spaces (core/README.md, “Performance”): M² ≥ norm_i + norm_j − 2 ⟨feature_i, feature_j⟩. norm_i is a
/// squared norm, lowered by the maximum rounding error, so that the bound holds in float32. Incomplete if cancelled.
class BoundSpace
{
public:
    /// Features are all k coordinates of a row, minus a common centre, which reduces cancellation. The bound is then M²
    /// up to rounding. These features are as large as the rows, so they are not stored but computed when needed.
    BoundSpace(const Matrix &rows, const Vector &centre, const RunContext &context);

    /// Features are the p coordinates of a row along `axes` (p × k, orthonormal rows) and the norm of the rest. By the
    /// Cauchy–Schwarz inequality, the bound from these features is at most M², and equal to M² if the rest is zero.
    BoundSpace(const Matrix &rows, const Vector &centre, const Matrix &axes, const RunContext &context);

    const Matrix &rows() const { return m_rows; }
    Index size() const { return m_rows.rows(); }
    double largestNorm() const { return m_largestNorm; }

    /// Packs the features of rows begin … begin + count − 1 as left factor of a product that gives bounds, and copies
    /// their norms. Rows added as padding get infinite norms, so that they match nothing.
    void packLeft(Index begin, Index count, kernels::LeftBlock &left, std::vector<float> &norms) const;

    /// Packs the features as right factor. Only the first call has an effect; make it before several threads use the
    /// space.
    void packRight(const RunContext &context);
    const kernels::PackedRows &right() const { return m_right; }
    const float *normsOfPanel(Index panel) const { return m_norms.data() + panel * m_right.panelWidth(); }

private:
    void setNorm(Index row, double square, double margin);

    const Matrix &m_rows;
    /// centre to subtract from the rows when features are computed; empty if the features are stored
    const Vector m_centre;
    Matrix m_features;
    std::vector<float> m_norms;
    kernels::PackedRows m_right;
    double m_largestNorm = 0;
};

/// Possible target of a query, and its cost (the negative score).
struct PairCandidate
{
    ItemIndex target;
    double cost;
};

/// Collects all targets whose score is at most `window` below the best, to sum over them.
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

/// Finds the target of greatest score. Ties go to the smallest distance M, then to the lowest target. No two targets
/// are equal in this order, so the result does not depend on the order in which targets are searched or states merged.
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

/// Block of consecutive queries, from `first` on, with the states of their searches.
template <class State> struct QueryBlock
{
    QueryBlock(Index firstItem, Index count)
        : first(firstItem), states(static_cast<std::size_t>(count)),
          reach(static_cast<std::size_t>(count) + padding, unbounded)
    {
    }
    /// number of additional entries of `reach`: whole panels are read, even beyond the last query of the block
    static constexpr std::size_t padding = 64;
    /// value of `reach` (negated minimum score) for a query that has no minimum; its square is finite in float32
    static constexpr float unbounded = 1e18f;
    Index first;
    std::vector<State> states;
    std::vector<float> reach; ///< negated bar (minimum score) of each query, plus a margin for rounding
    bool seeded = false;      ///< true if each query has a bar (minimum score)
};

/// Lower bounds of squared distances between a block of rows and one panel of columns.
struct BoundPanel
{
    const float *bounds; ///< lower bounds of the squared distances of rows and columns, paddedRows × panelWidth
    Index firstRow, rows, paddedRows;
    Index firstColumn, columns;
};

/// Finds the targets of greatest score min(potential[target] − M, cap[query]) of each query, with their distance M.
template <class State> class PairSearch
{
public:
    /// `potentials`: one per target; null: all are 0. `caps`: one per query; null: no limits. `window`: targets are
    /// collected if their score is at most this much below the best. All are kept by reference.
    PairSearch(const BoundSpace &queries, const BoundSpace &targets, const double *potentials, const double *caps,
               double window);

    /// Computes the exact distance of each pair of a panel that its bound does not exclude, and offers the pair to the
    /// state of its query. `queriesAreRows`: whether queries are the rows of the panel, not the columns. Returns the
    /// number of exact distances.
    Index scan(const BoundPanel &panel, bool queriesAreRows, QueryBlock<State> &queries) const;

    /// Raises the bar (minimum score) of a query to the score of a probably good target, without collecting the target.
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
