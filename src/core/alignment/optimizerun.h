// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/matching/sinkhorn.h"

namespace anchorscope {

/// Common parts of all optimizers: time, stop, cancel, statistics, summary, best iterate (result of one iteration).
class OptimizeRun
{
public:
    OptimizeRun(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                const IterationCallback &onIteration);

    /// Waits while the run is paused. Returns the reason if the run must end immediately.
    std::optional<Termination> interrupted();

    /// Records one iterate: anchors (k × dy) and the correspondence found with them. Keeps it as the best one if its
    /// loss is the lowest, and calls the callback. The loss is computed from the correspondence unless given.
    const IterationStats &record(const Matrix &anchors, const SinkhornResult &match, const std::string &stage = {},
                                 std::optional<double> loss = {});

    struct Path
    {
        std::string stage;
        double ridge = 0;
        std::optional<double> mutual;
        bool best = false; ///< if true, the iterate becomes the current result regardless of its loss
        CanonicalMetric metric = {};
    };
    const IterationStats &recordOfPath(const Matrix &anchors, const SinkhornResult &match, const Path &path);

    /// Records an iterate as the start of a run. It can become the result, but does not count as an iteration.
    void recordStart(const Matrix &anchors, const SinkhornResult &match, std::optional<double> loss = {});

    /// Takes over history and elapsed time of an earlier run on a part of the items.
    void continueAfter(const OptimizeSummary &earlier);

    /// Sets the correspondence that the next iterate is compared with, to count changed matches.
    void startFrom(const SinkhornResult &match) { m_lastCorrespondence = match.rowOfColumn; }

    struct BestIterate
    {
        Matrix anchors;
        std::vector<ItemIndex> correspondence;
        std::vector<float> scores;
        double loss = 0;
        int iteration = 0;
        CanonicalMetric metric = {};
    };
    const BestIterate &best() const { return m_best; }
    /// Makes the next iterate the best one regardless of its loss: losses of different stages are not comparable.
    void forgetBest() { m_hasBest = false; }
    void restore(BestIterate kept);

    /// Returns the summary of the run with the best iterate as its result; no result if the run was cancelled.
    OptimizeSummary finish(Termination termination);

    const RunContext &context() const { return m_context; }
    double lossOf(const SinkhornResult &match) const;
    int iterations() const { return static_cast<int>(m_summary.history.size()); }
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

SinkhornOptions sinkhornOptions(const OptimizeOptions &options);

/// Negative distance of each item of Y from its match, as in OptimizeSummary::correspondenceScore.
std::vector<float> scoresOf(const SinkhornResult &match);

} // namespace anchorscope
