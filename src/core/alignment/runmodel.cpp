// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/alignment/runmodel.h"

#include "core/ivf/ivfsearch.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

// Constants measured on a generated pair of spaces of 200 000 items and 64 dimensions (src/mpi/README.md).

/// Fraction of the canonical path's time that is divided among the MPI ranks.
constexpr double sharedOfPath = 0.75;
/// Cost of scoring the matches (about two comparisons of all pairs), as a multiple of the cost of an exhaustive search.
constexpr double searchesOfScores = 2.3;
/// Number of runs for a verdict, each without one fold of the seeds; each run is computed by a single MPI rank.
constexpr double runsOfVerdict = 5;
constexpr double bytesOfItem = 175; ///< bytes per item of X and Y in each MPI rank: id, position, norm, match, score

constexpr double bytesHeldAs = 4, bytesOfList = 80; ///< bytes of a number in memory, and of a list of ten neighbours
constexpr double bytesOfCandidates = 130;           ///< bytes of the nearest candidates of one item
constexpr double bytesGathered = 40;                ///< bytes per item that all ranks exchange: norm, matches, scores

class Messages
{
public:
    Messages(const RunSize &size, PredictedRun &run) : m_size(size), m_run(run) {}

    /// Adds one round, in which all blocks of rows pass all MPI ranks. `ofItem`: bytes per item; `hidden`: seconds of
    /// computation during the transfer.
    void round(double ofItem, double hidden = 0)
    {
        const double bytes = m_size.items * ofItem * (m_size.ranks - 1) / m_size.ranks;
        m_run.bytesSent += bytes;
        m_run.messages += std::max(0.0, bytes / m_size.bandwidth - hidden);
    }

private:
    const RunSize &m_size;
    PredictedRun &m_run;
};

double rowHeld(const RunSize &size)
{
    return size.dimensions * bytesHeldAs;
}

/// Predicted memory of one MPI rank in bytes, as in the table of src/mpi/README.md.
double bytesHeld(const RunSize &size)
{
    const double n = size.items, row = rowHeld(size), ofItems = 2 * n * bytesOfItem;
    const double stored = n * size.dimensions * size.bytesOfNumber;
    const double lists = size.exact ? 0 : 2 * n * bytesOfCandidates;
    if (size.ranks == 1)
        return 2 * stored + (size.exact ? 3 * n : std::min<double>(n, queriesAtOnce)) * row + lists + ofItems;
    const double share = n * row / size.ranks;
    const double searching = size.exact ? 5 * share : 2 * n * row + lists;
    return 2 * share + std::max(stored / size.ranks, searching) + ofItems;
}

/// Predicts the cost of an exhaustive search: blocks of rows pass around the ring of MPI ranks while being compared.
void searchAll(const RunCosts &costs, const RunSize &size, PredictedRun &run, Messages &messages)
{
    const double row = rowHeld(size);
    run.search = costs.pair * size.items * size.items / size.ranks;
    messages.round(row + bytesOfList, run.search);
    for (int side = 0; side < 2; ++side)
        messages.round(row); // ranks send the rows whose match does not follow from their lists of neighbours
    if (!size.scored)
        return;
    run.scores = searchesOfScores * run.search;
    for (int side = 0; side < 2; ++side)
        messages.round(row + bytesOfList, run.scores / 2);
    messages.round(row);
}

/// Predicts the cost of an approximate search: ranks gather all coordinates before it, and all matches after it.
void searchCandidates(const RunCosts &costs, const RunSize &size, PredictedRun &run, Messages &messages)
{
    const IvfWork work = ivfWork(size.items, size.items, costs.share);
    run.search = costs.comparison * (work.cells + work.search / size.ranks);
    run.scores = size.scored ? run.search : 0;
    for (int search = 0; search < (size.scored ? 2 : 1); ++search) {
        for (int side = 0; side < 2; ++side)
            messages.round(rowHeld(size) + bytesOfCandidates);
    }
}

} // namespace

PredictedRun predictRun(const RunCosts &costs, const RunSize &size)
{
    PredictedRun run;
    Messages messages(size, run);
    run.reading = 2 * size.items * size.dimensions * costs.value / size.ranks;
    for (int way = 0; way < 2; ++way)
        messages.round(rowHeld(size)); // ranks send rows to reorder the items of Y, then to restore the order
    run.path = costs.path * (sharedOfPath / size.ranks + 1 - sharedOfPath);
    run.verdict = costs.verdict * std::ceil(runsOfVerdict / size.ranks) / runsOfVerdict;
    if (size.exact)
        searchAll(costs, size, run, messages);
    else
        searchCandidates(costs, size, run, messages);
    messages.round(rowHeld(size)); // ranks send rows to compute the distances of the matches
    messages.round(bytesGathered);
    run.bytesHeld = bytesHeld(size);
    return run;
}

} // namespace anchorscope
