// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/automatic.h"

#include "core/optimizers/alternating.h"
#include "core/optimizers/coarsetofine.h"
#include "core/optimizers/confidence.h"
#include "core/optimizers/optimizers.h"
#include "core/optimizers/selflearning.h"
#include "core/stopwatch.h"

namespace anchorscope {

namespace {

constexpr double goodEnough = 0.7; ///< confidence from which no other method is tried

/// One history out of those of several runs, live and at the end.
class JoinedHistory
{
public:
    explicit JoinedHistory(const IterationCallback &onIteration) : m_onIteration(onIteration) {}

    /// What a run calls after its iterations.
    IterationCallback callback(std::string stage)
    {
        return [this, stage = std::move(stage)](const IterationView &view) {
            IterationStats stats = view.stats;
            stats.iteration += static_cast<int>(m_before);
            stats.seconds += m_secondsBefore;
            if (stats.stage.empty())
                stats.stage = stage;
            m_history.push_back(stats);
            if (m_onIteration)
                m_onIteration({m_history.back(), view.anchorsOfY, view.correspondence});
        };
    }
    /// A run has ended; returns how many iterations went before it.
    int endRun(const OptimizeSummary &run)
    {
        const auto before = static_cast<int>(m_before);
        m_before = m_history.size();
        m_secondsBefore += run.seconds;
        return before;
    }
    void addSeconds(double seconds) { m_secondsBefore += seconds; }
    double seconds() const { return m_secondsBefore; } ///< of all that has ended, pauses left out
    const std::vector<IterationStats> &history() const { return m_history; }

private:
    const IterationCallback &m_onIteration;
    std::vector<IterationStats> m_history;
    std::size_t m_before = 0;
    double m_secondsBefore = 0;
};

bool wasEnded(const OptimizeSummary &summary)
{
    return summary.termination == Termination::cancelled || summary.termination == Termination::stopped ||
           summary.termination == Termination::timeLimit;
}

/// Runs one method and judges it.
struct Attempt
{
    OptimizeSummary summary;
    std::optional<ConfidenceEstimate> estimate;
    double confidence() const { return estimate ? estimate->confidence : 0; }
};
/// runShare: of the time, what is not judging.
Attempt attempt(const OptimizeInput &input, OptimizeOptions options, const std::string &method, double runShare,
                JoinedHistory &history, ConfidenceEstimator &estimator, const RunContext &context)
{
    options.method = method;
    options.timeLimitSeconds.reset(); // the context's deadline is for all runs together
    Attempt result;
    result.summary = findOptimizer(method)->run(input, options, context.part(0, runShare), history.callback(method));
    result.summary.bestIteration += history.endRun(result.summary);
    if (result.summary.hasResult() && !wasEnded(result.summary)) {
        const Stopwatch clock;
        result.estimate = estimator.estimate(result.summary, context.part(runShare, 1));
        history.addSeconds(clock.seconds());
    }
    return result;
}

Attempt bestAttempt(const OptimizeInput &input, const OptimizeOptions &options, JoinedHistory &history,
                    ConfidenceEstimator &estimator, const RunContext &context)
{
    // The trials of the estimator take most of the time, and are run once.
    constexpr double withTrials = 0.12, withoutTrials = 0.9;
    if (static_cast<Index>(input.seedsOfY.size()) < fewSeeds)
        return attempt(input, options, "robust", withTrials, history, estimator, context);
    Attempt first = attempt(input, options, "alternating", withTrials, history, estimator, context.part(0, 0.85));
    if (!first.estimate || first.confidence() >= goodEnough)
        return first;
    Attempt second = attempt(input, options, "robust", withoutTrials, history, estimator, context.part(0.85, 1));
    const bool better = second.estimate && second.confidence() > first.confidence();
    if (!second.summary.hasResult() || better)
        return second;
    if (!second.estimate)
        first.summary.termination = second.summary.termination;
    return first;
}

void describe(OptimizeSummary &summary, const std::optional<ConfidenceEstimate> &estimate)
{
    if (estimate) {
        summary.confidence = estimate->confidence;
        summary.suspectSeeds = estimate->suspectSeeds;
        if (estimate->confidence < minConfidence)
            summary.termination = Termination::lowConfidence;
    }
    summary.message = terminationText(summary.termination);
}

RunContext withDeadline(RunContext context, const std::optional<double> &seconds)
{
    if (!seconds)
        return context;
    const auto limit = RunContext::Clock::now() +
                       std::chrono::duration_cast<RunContext::Clock::duration>(std::chrono::duration<double>(*seconds));
    context.deadline = context.deadline ? std::min(*context.deadline, limit) : limit;
    return context;
}

} // namespace

OptimizeSummary runAuto(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                        const IterationCallback &onIteration)
{
    const RunContext limited = withDeadline(context, options.timeLimitSeconds);
    JoinedHistory history(onIteration);
    const std::unique_ptr<Subset> part = firstPart(input);
    const OptimizeInput &first = part ? part->input() : input;
    ConfidenceEstimator estimator(first, options);
    // Of the time; growing to so many items takes about as long as all before.
    constexpr double itemsOfHalf = 130000;
    const auto items = static_cast<double>(input.y.size());
    const double grown = part ? itemsOfHalf / (itemsOfHalf + items) : 1, judged = grown + 0.8 * (1 - grown);
    Attempt best = bestAttempt(first, options, history, estimator, limited.part(0, grown));
    OptimizeSummary summary = std::move(best.summary);
    if (part && summary.hasResult() && !limited.cancelled()) {
        const Stopwatch clock;
        growToAll(input, options, *part, summary, history.callback("all items"), limited.part(grown, judged));
        if (best.estimate && !limited.cancelled())
            best.estimate = estimator.estimateGrown(input, summary, limited.part(judged, 1));
        history.addSeconds(clock.seconds());
    }
    if (limited.cancelled()) {
        summary.discardResult();
        summary.termination = Termination::cancelled;
    }
    describe(summary, summary.hasResult() ? best.estimate : std::nullopt);
    summary.history = history.history();
    if (part)
        summary.bestIteration = static_cast<int>(summary.history.size());
    summary.seconds = history.seconds();
    return summary;
}

} // namespace anchorscope
