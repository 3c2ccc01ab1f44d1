// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matching/pairsearch.h"
#include "core/matching/sinkhorn.h"

#include <atomic>

namespace anchorscope {

/// The work of one call of SinkhornMatcher::match on prepared spaces.
class SinkhornPass
{
public:
    SinkhornPass(const BoundSpace &x, const BoundSpace &y, const SinkhornOptions &options, const RunContext &context);

    /// Finds u and π of one iteration from one computation of the bounds, which are kept for a block of rows until its
    /// u is known. y has its right side packed. False if cancelled.
    bool onePass(const SinkhornResult *previous);

    /// Like onePass(), by two passes over cheap bounds, first for u, then for π; both spaces have their right side
    /// packed. False if cancelled, or if it gave up because the bounds leave so many pairs that onePass is cheaper
    /// (exhausted() distinguishes these).
    bool twoPasses(const SinkhornResult *previous);

    /// Alternates u and v, then takes π with the last u (Cuturi, NeurIPS 2013, in the log domain), and with
    /// SinkhornOptions::ofRows also the match of each row, with the v that follows from u. Both spaces have their right
    /// side packed. False if cancelled.
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
    bool m_limited = false; ///< true: twoPasses() gives up when it becomes too expensive
    std::atomic<bool> m_exhausted{false};
    std::atomic<Index> m_evaluated{0}, m_pairsDone{0};
};

/// Cost of computing one full distance, in units of one multiply-add of a packed product: k multiply-adds in float64
/// without fused operations, and the access to a scattered pair (measured).
inline double costOfDistance(Index k)
{
    return 16.0 * static_cast<double>(k) + 3000;
}

} // namespace anchorscope
