// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/alignment/runmodel.h"

#include "core/ivf/ivfsearch.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

// Constants measured on a generated pair of 200 000 × 64 (src/mpi/README.md).
constexpr double sharedOfPath = 0.75;    ///< share of the path that ranks divide among them
constexpr double searchesOfScores = 2.3; ///< cost of scores in units of an exhaustive search: two rounds of comparisons
constexpr double runsOfVerdict = 5;      ///< number of runs for a verdict, each without one fold of the seeds; a rank
                                         ///< computes whole runs
constexpr double bytesOfItem = 175;      ///< bytes of an item: id, place, norm, match, score; both sides, in each rank

constexpr double bytesHeldAs = 4, bytesOfList = 80; ///< bytes of a number in memory; bytes of a list of ten neighbours
constexpr double bytesOfCandidates = 130;           ///< bytes of an item's nearest candidates
constexpr double bytesGathered = 40;                ///< bytes gathered for each item: norm, matches, scores

/// Counts the bytes that a rank sends, and its waiting time for them.
class Messages
{
public:
    Messages(const RunSize &size, PredictedRun &run) : m_size(size), m_run(run) {}

    /// Adds the transfer of a full round of the ring, of which `hidden` seconds overlap with computation.
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

/// Memory of one rank, as in the table of src/mpi/README.md.
double bytesHeld(const RunSize &size)
{
    const double n = size.items, row = rowHeld(size), ofItems = 2 * n * bytesOfItem;
    const double stored = n * size.dimensions * size.bytesOfNumber;
    const double lists = size.exact ? 0 : 2 * n * bytesOfCandidates;
    if (size.ranks == 1)
        return 2 * stored + (size.exact ? 3 * n : std::min<double>(n, queriesAtOnce)) * row + lists + ofItems;
    const double share = n * row / size.ranks;
    const double searching = size.exact ? 5 * share : 2 * n * row + lists; // memory during the search, including the
                                                                           // blocks in transfer
    return 2 * share + std::max(stored / size.ranks, searching) + ofItems;
}

/// Models an exhaustive search: blocks of rows circulate while they are compared.
void searchAll(const RunCosts &costs, const RunSize &size, PredictedRun &run, Messages &messages)
{
    const double row = rowHeld(size);
    run.search = costs.pair * size.items * size.items / size.ranks;
    messages.round(row + bytesOfList, run.search);
    for (int side = 0; side < 2; ++side)
        messages.round(row); // sends the rows whose matches the lists do not determine
    if (!size.scored)
        return;
    run.scores = searchesOfScores * run.search;
    for (int side = 0; side < 2; ++side)
        messages.round(row + bytesOfList, run.scores / 2);
    messages.round(row);
}

/// Models a search of likely candidates: coordinates are gathered before it, results afterwards.
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
        messages.round(rowHeld(size)); // reorders Y, and later restores the order
    run.path = costs.path * (sharedOfPath / size.ranks + 1 - sharedOfPath);
    run.verdict = costs.verdict * std::ceil(runsOfVerdict / size.ranks) / runsOfVerdict;
    if (size.exact)
        searchAll(costs, size, run, messages);
    else
        searchCandidates(costs, size, run, messages);
    messages.round(rowHeld(size)); // computes the distances of the matches
    messages.round(bytesGathered);
    run.bytesHeld = bytesHeld(size);
    return run;
}

} // namespace anchorscope
