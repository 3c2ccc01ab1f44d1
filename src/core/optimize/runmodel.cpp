// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimize/runmodel.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

// Measured on a made pair of 200 000 × 64 (src/mpi/README.md).
constexpr double sharedOfPath = 0.75;    ///< what ranks divide among them; the rest each does for itself
constexpr double searchesOfScores = 2.3; ///< two rounds of comparisons
constexpr double runsOfVerdict = 5;      ///< without a fold of the seeds each; a rank makes whole ones
constexpr double bytesOfItem = 275;      ///< id, place, norm, partner, score; both sides, in each rank

constexpr double bytesOfNumber = 4, bytesOfList = 80; ///< of ten neighbours
constexpr double bytesGathered = 40;                  ///< of an item: norm, partners, scores

/// Counts the bytes that a rank sends, and what it waits for them.
class Messages
{
public:
    Messages(const RunSize &size, PredictedRun &run) : m_size(size), m_run(run) {}

    /// Rows of all items go round the ranks, while each computes for so many seconds.
    void round(double bytesOfRow, double hidden = 0)
    {
        send(m_size.items * bytesOfRow * (m_size.ranks - 1) / m_size.ranks, hidden);
    }
    void gather(double bytes) { send(m_size.ranks > 1 ? m_size.items * bytes : 0, 0); }

private:
    void send(double bytes, double hidden)
    {
        m_run.bytesSent += bytes;
        m_run.messages += std::max(0.0, bytes / m_size.bandwidth - hidden);
    }

    const RunSize &m_size;
    PredictedRun &m_run;
};

/// The table of src/mpi/README.md.
double bytesHeld(const RunSize &size)
{
    const double ofSpace = size.items * size.dimensions * bytesOfNumber / size.ranks;
    const double preparing = 3 * ofSpace, searching = 2 * ofSpace + 3 * ofSpace;
    const double travelling = size.ranks > 1 ? 2 * ofSpace : 0;
    return std::max(preparing, searching + travelling) + bytesOfItem * 2 * size.items;
}

} // namespace

PredictedRun predictRun(const RunCosts &costs, const RunSize &size)
{
    const double row = size.dimensions * bytesOfNumber;
    PredictedRun run;
    Messages messages(size, run);
    run.reading = 2 * size.items * size.dimensions * costs.value / size.ranks;
    messages.round(row); // Y in another order, and back
    messages.round(row);
    run.path = costs.path * (sharedOfPath / size.ranks + 1 - sharedOfPath);
    run.verdict = costs.verdict * std::ceil(runsOfVerdict / size.ranks) / runsOfVerdict;
    run.search = costs.pair * size.items * size.items / size.ranks;
    messages.round(row + bytesOfList, run.search);
    for (int side = 0; side < 2; ++side)
        messages.round(row); // those whose lists do not decide
    messages.round(row);     // distances of partners
    messages.gather(bytesGathered);
    if (size.scored) {
        run.scores = searchesOfScores * run.search;
        for (int side = 0; side < 2; ++side)
            messages.round(row + bytesOfList, run.scores / 2);
        messages.round(row);
        messages.gather(bytesGathered);
    }
    run.bytesHeld = bytesHeld(size);
    return run;
}

} // namespace anchorscope
