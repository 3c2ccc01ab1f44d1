// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matching/pairsearch.h"
#include "core/matching/sinkhorn.h"

#include <atomic>

namespace anchorscope {

/// Computation of one result of SinkhornMatcher::match() from prepared spaces.
class SinkhornPass
{
public:
    SinkhornPass(const BoundSpace &x, const BoundSpace &y, const SinkhornOptions &options, const RunContext &context);

    /// Computes one Sinkhorn iteration: potentials u of the rows, then matches π of the columns. Bounds are computed
    /// once and stay in memory for a block of rows until its u is known. Requires y.packRight(). False if cancelled.
    bool onePass(const SinkhornResult *previous);

    /// Like onePass(), but computes cheap bounds twice: for the potentials u, then for the matches π. Requires
    /// packRight() of both spaces. Returns false if cancelled. Also returns false, and exhausted() is then true, if the
    /// bounds exclude too few pairs, so that onePass() is cheaper.
    bool twoPasses(const SinkhornResult *previous);

    /// Alternates between the potentials u of the rows and v of the columns, then computes the matches π of the columns
    /// with the last u (Cuturi, NeurIPS 2013, in the log domain). With SinkhornOptions::ofRows it also computes matches
    /// of rows, with the v that follows from u. Requires packRight() of both spaces. Returns false if cancelled.
    bool iterate();

    bool exhausted() const { return m_exhausted.load(std::memory_order_relaxed); }
    Index evaluated() const { return m_evaluated.load(std::memory_order_relaxed); }
    SinkhornResult take();

private:
    struct Worker;
    double window() const;
    double capOf(double v) const;
    double capOfRow(double u) const;
    bool rowsOfBlock(Index begin, Index end, const PairSearch<SumState> &search, const SinkhornResult *previous,
                     Worker &worker);
    void columnsOfBlock(const PairSearch<BestState> &search, Worker &worker) const;
    void setRows(Index begin, std::vector<SumState> &states, double v);
    void updateColumns(Index begin, std::vector<SumState> &states, VectorD &v) const;
    bool takeMatches(VectorD &v);
    bool keepGoing(Index evaluated, Index pairs);
    template <class State, class Start, class Finish>
    bool searchAll(const BoundSpace &queries, const BoundSpace &targets, const PairSearch<State> &search,
                   const Start &start, const Finish &finish);

    const BoundSpace &m_x, &m_y;
    const SinkhornOptions &m_options;
    const RunContext &m_context;
    const double m_logN, m_logM;
    std::vector<double> m_caps;
    std::vector<BestState> m_best, m_bestOfRows;
    SinkhornResult m_result;
    bool m_limited = false; ///< true if twoPasses() gives up when it becomes too expensive
    std::atomic<bool> m_exhausted{false};
    std::atomic<Index> m_evaluated{0}, m_pairsDone{0};
};

/// Measured cost of the exact distance of two rows with k columns, in units of one multiply-add of a packed product.
/// The distance takes k multiply-adds in float64 that are not fused, and the access to two scattered rows.
inline double costOfDistance(Index k)
{
    return 16.0 * static_cast<double>(k) + 3000;
}

} // namespace anchorscope
