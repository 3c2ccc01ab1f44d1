// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/matching/sinkhorn.h"

namespace anchorscope {

/// The parts that all optimizers share: time without pauses, stop, cancel and time limit, statistics, the best
/// iterate, the summary.
class OptimizeRun
{
public:
    OptimizeRun(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                const IterationCallback &onIteration);

    /// Waits while paused. Returns the reason if the run must end now.
    std::optional<Termination> interrupted();

    /// Records one iterate: the anchors (k × dy) and the correspondence found with them. Fills the statistics, keeps
    /// the iterate if its loss is the lowest so far, and calls back. `loss`: if it differs from that of the
    /// correspondence.
    const IterationStats &record(const Matrix &anchors, const SinkhornResult &match, const std::string &stage = {},
                                 std::optional<double> loss = {});

    /// Additional figures of an iterate of the canonical path.
    struct Path
    {
        std::string stage;
        double ridge = 0;             ///< ε of the canonical path, as in IterationStats
        std::optional<double> mutual; ///< share of mutual matches, as in IterationStats
        bool best = false;            ///< true: becomes the current result, regardless of its loss
        CanonicalMetric metric = {};
    };
    /// Records an iterate of the canonical path.
    const IterationStats &recordOfPath(const Matrix &anchors, const SinkhornResult &match, const Path &path);

    /// Records an iterate as the start of a run: it can be the best one, but does not count as an iteration.
    void recordStart(const Matrix &anchors, const SinkhornResult &match, std::optional<double> loss = {});

    /// Continues the history and the clock of an earlier run on a part of the items.
    void continueAfter(const OptimizeSummary &earlier);

    /// Sets the correspondence from which changes are counted.
    void startFrom(const SinkhornResult &match) { m_lastCorrespondence = match.rowOfColumn; }

    /// An iterate that may become the result.
    struct BestIterate
    {
        Matrix anchors;
        std::vector<ItemIndex> correspondence;
        std::vector<float> scores;
        double loss = 0;
        int iteration = 0;
        CanonicalMetric metric = {}; ///< maps of the iterate; canonical path only
    };
    /// The best iterate since the last call of forgetBest().
    const BestIterate &best() const { return m_best; }
    /// Makes the next iterate the best one regardless of its loss, because losses of different stages are not
    /// comparable.
    void forgetBest() { m_hasBest = false; }
    /// Restores a stored iterate as the best one.
    void restore(BestIterate kept);

    /// Returns the summary of the best iterate; without results if the run was cancelled.
    OptimizeSummary finish(Termination termination);

    const RunContext &context() const { return m_context; }
    double lossOf(const SinkhornResult &match) const;
    /// Number of iterations counted so far.
    int iterations() const { return static_cast<int>(m_summary.history.size()); }
    /// Share of correct matches if a ground truth is known; for scoring only.
    std::optional<double> correctShare(const std::vector<ItemIndex> &correspondence) const;

private:
    using Clock = RunContext::Clock;
    double seconds() const;
    IterationStats statsOf(const SinkhornResult &match, const std::string &stage, std::optional<double> loss) const;
    const IterationStats &count(IterationStats stats, const Matrix &anchors, const SinkhornResult &match,
                                const CanonicalMetric *metric = nullptr);
    void keep(double loss, const Matrix &anchors, const SinkhornResult &match);

    const OptimizeInput &m_input;
    const OptimizeOptions &m_options;
    const RunContext &m_context;
    const IterationCallback &m_onIteration;
    Clock::time_point m_begin = Clock::now();
    Clock::duration m_paused{};
    double m_secondsBefore = 0;
    std::vector<ItemIndex> m_lastCorrespondence;
    BestIterate m_best;
    bool m_hasBest = false;
    OptimizeSummary m_summary;
};

/// The options of the correspondence inside an optimizer.
SinkhornOptions sinkhornOptions(const OptimizeOptions &options);

/// Score of the match of each item of Y, as in OptimizeSummary::correspondenceScore: −M.
std::vector<float> scoresOf(const SinkhornResult &match);

} // namespace anchorscope
