// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

// What all experiments share.

/// Repeated values of one number: mean and sample standard deviation (0 for one value). Without values it is unknown.
struct Repeated
{
    std::vector<double> values;
    double mean() const;
    double std() const;
    bool empty() const { return values.empty(); }
    void add(double value) { values.push_back(value); }
};

/// Pearson's correlation of two lists of equal length; NaN with fewer than two values or where one does not vary.
double pearson(const std::vector<double> &a, const std::vector<double> &b);

/// Seconds since it was made.
class RepeatClock
{
public:
    double seconds() const { return std::chrono::duration<double>(RunContext::Clock::now() - m_start).count(); }

private:
    RunContext::Clock::time_point m_start = RunContext::Clock::now();
};

Error experimentCancelled();

/// Calls run(seed, part of the context) for each repeat; stops at its first error, and when cancelled.
template <class Run>
Status forEachRepeat(int repeats, std::uint64_t firstSeed, const RunContext &context, const Run &run)
{
    for (int repeat = 0; repeat < repeats; ++repeat) {
        const double share = 1.0 / repeats;
        const Status done = run(firstSeed + static_cast<std::uint64_t>(repeat),
                                context.part(repeat * share, (repeat + 1) * share));
        if (context.cancelled())
            return experimentCancelled();
        if (!done)
            return done;
    }
    return Done{};
}

/// X's items, with their partners' labels where X has none of its own.
ItemTable labelledItems(const EmbeddingSet &x, const EmbeddingSet &y, const Correspondence &pairing);

} // namespace anchorscope
