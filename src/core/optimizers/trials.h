// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimize/subset.h"

namespace anchorscope {

/// Anchors that a run found; those of X by their rows of the whole space. No rows: it was ended.
struct FoundAnchors
{
    std::vector<ItemIndex> anchorsOfX;
    Matrix anchorsOfY;
    double objective = 0; ///< of a trial (SelfLearning)
};

/// Learns a map (selflearning.h, unpolished) on most of the more reliable items of X and on those of Y, from some of
/// the seeds: a second opinion on any method's result, for a fraction of its time. Trials of different numbers draw
/// different items.
FoundAnchors runTrial(const OptimizeInput &input, const OptimizeOptions &options, const std::vector<std::size_t> &seeds,
                      std::uint64_t trial, const RunContext &context);

/// How near each other the two items of a seed are, as shares of the ranks seen from Y and from X; 0 is nearest.
struct SeedRank
{
    double fromY = 1, fromX = 1;
    double mean() const { return (fromY + fromX) / 2; }
};

/// The items on which runs are compared: all of X, so that nothing has it easier than in the whole; all of Y or, of a
/// large set, maxEvaluated random ones and the seeds.
class Evaluation
{
public:
    static constexpr Index maxEvaluated = 20000;

    /// The input is kept by reference.
    Evaluation(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context = {});

    struct Outcome
    {
        std::vector<ItemIndex> correspondence; ///< π of the evaluated items; empty if cancelled
        std::vector<SeedRank> seeds;
        std::vector<bool> matched; ///< for each seed whether π finds it
    };
    Outcome outcomeOf(const FoundAnchors &found, const RunContext &context) const;

private:
    const OptimizeInput &m_input;
    const double m_epsilon;
    PreparedSpace m_sampleOfY;         ///< empty: all of Y
    std::vector<ItemIndex> m_seedsOfY; ///< their places in what is evaluated
};

/// Share of evaluated items of Y with the same partner in both.
double agreement(const Evaluation::Outcome &a, const Evaluation::Outcome &b);

} // namespace anchorscope
