// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/distance.h"
#include "core/matrix.h"

#include <limits>
#include <vector>

namespace anchorscope {

/// Rows of one relative space, prepared for lower bounds of distances (algorithms.md 4, performance.md).
struct Cloud
{
    /// rows: n × k, kept by reference. centre: k, subtracted before products so that little cancels.
    Cloud(const Matrix &rows, const Vector &centre);

    const Matrix &rows;
    Matrix features;          ///< n × p, rows whose products give the bound
    std::vector<float> norms; ///< squared norms, lowered by the error margin of the product form
    double largestNorm = 0;   ///< not squared

    Index size() const { return rows.rows(); }
};

/// M of a pair by direct differences.
inline double pairDistance(const Cloud &a, Index i, const Cloud &b, Index j)
{
    return kernels::directDistance(a.rows.row(i).data(), b.rows.row(j).data(), a.rows.cols());
}

/// A partner and what it costs.
struct Candidate
{
    ItemIndex partner;
    double cost;
};

/// Gathers for one item the partners of cost M − w within a window of the cheapest, for a sum over them. Costs are
/// negative scores, so that all searches look for the greatest score potential − M.
struct SumState
{
    double best = -std::numeric_limits<double>::infinity();
    std::vector<Candidate> kept;

    void raise(double score, double, ItemIndex) { best = std::max(best, score); }
    void offer(double score, double, ItemIndex partner)
    {
        best = std::max(best, score);
        kept.push_back({partner, -score});
    }
};

/// Keeps for one item the partner of greatest score; equal scores: the smallest M, then the lowest partner. A total
/// order, so states found in any order and merged in any order agree.
struct BestState
{
    double score = -std::numeric_limits<double>::infinity();
    double distance = std::numeric_limits<double>::infinity();
    ItemIndex partner = noItem;

    void offer(double newScore, double newDistance, ItemIndex newPartner)
    {
        if (newScore > score ||
            (newScore == score && (newDistance < distance || (newDistance == distance && newPartner < partner))))
            *this = {newScore, newDistance, newPartner};
    }
    void raise(double newScore, double newDistance, ItemIndex newPartner) { offer(newScore, newDistance, newPartner); }
    void merge(const BestState &other)
    {
        if (other.partner != noItem)
            offer(other.score, other.distance, other.partner);
    }
};

/// A tile of bounds: rows are items of one cloud, columns of the other.
struct Tile
{
    const float *bounds;
    Index stride;
    Index firstRow, rows;
    Index firstColumn, columns;
};

/// What a search looks for: for each seeker the partners of greatest min(potential[partner] − M, cap[seeker]).
template <class State> class PairSearch
{
public:
    /// potentials: one per partner, or null for zeros; caps: one per seeker, or null for none; window: how far below a
    /// seeker's best a score still counts. All are kept by reference.
    PairSearch(const Cloud &seekers, const Cloud &partners, const double *potentials, const double *caps,
               double window);

    /// Room for the work on one tile, reused between tiles.
    struct Scratch
    {
        std::vector<float> ofRow, ofColumn;
        std::vector<kernels::Hit> hits;
        Index evaluated = 0; ///< pairs whose full distance was computed
    };

    /// Evaluates every pair of the tile that can count and offers it to the state of its seeker. `states` holds one
    /// state for each seeker of the tile. Seekers are the tile's rows or its columns.
    void scan(const Tile &tile, bool seekersAreRows, State *states, Scratch &scratch) const;

    /// Raises a seeker's bar by a pair that is likely good, without offering it.
    void hint(Index seeker, Index partner, State &state) const;

private:
    double score(Index seeker, Index partner, double distance) const;
    double bar(const State &state) const;
    void seedEmpty(const Tile &tile, bool seekersAreRows, State *states) const;

    const Cloud &m_seekers;
    const Cloud &m_partners;
    const double *m_potentials;
    const double *m_caps;
    double m_window;
    double m_slack; ///< covers the rounding of potentials and bars to float32
};

} // namespace anchorscope
