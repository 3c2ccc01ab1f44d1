// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimize/partofinput.h"

#include <memory>

namespace anchorscope {

/// Anchors that a run found; those of X by their rows of the whole space. No rows: it was ended.
struct Found
{
    std::vector<ItemIndex> anchorsOfX;
    Matrix anchorsOfY;
};

/// Learns a map (robust.h, unpolished) on a sample of X and all or many items of Y, from some of the seeds: a second
/// opinion on any method's result, for a fraction of its time. Trials of different numbers draw different samples.
Found runTrial(const OptimizeInput &input, const OptimizeOptions &options, const std::vector<std::size_t> &seeds,
               std::uint64_t trial, const RunContext &context);

/// How near each other the two items of a seed are, as shares of the ranks seen from Y and from X; 0 is nearest.
struct SeedRank
{
    double fromY = 1, fromX = 1;
    double mean() const { return (fromY + fromX) / 2; }
};

/// The items on which runs are compared: all up to mostEvaluated in each space. Of larger sets so many random items of Y,
/// and of X their partners by the correspondence that is judged, filled up at random; all seeds are among them.
class Evaluation
{
public:
    static constexpr Index mostEvaluated = 40000;

    /// The input is kept by reference. judged: for each item of Y its item of X, or empty.
    Evaluation(const OptimizeInput &input, const OptimizeOptions &options, const std::vector<ItemIndex> &judged = {});

    struct Outcome
    {
        std::vector<ItemIndex> correspondence; ///< π among the evaluated items; empty if cancelled
        std::vector<SeedRank> seeds;
        std::vector<bool> matched; ///< for each seed whether π finds it
    };
    Outcome outcomeOf(const Found &found, const RunContext &context) const;

private:
    const OptimizeInput &evaluated() const { return m_part ? m_part->input() : m_input; }

    const OptimizeInput &m_input;
    const double m_epsilon;
    std::unique_ptr<PartOfInput> m_part; ///< none: all items
};

/// Share of evaluated items of Y with the same partner in both.
double agreement(const Evaluation::Outcome &a, const Evaluation::Outcome &b);

} // namespace anchorscope
