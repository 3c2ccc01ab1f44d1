// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/canonical.h"

#include "core/alignment/allitems.h"
#include "core/alignment/optimizerun.h"
#include "core/optimizers/alternating.h"
#include "core/optimizers/hintchoice.h"
#include "core/plaintext.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/stopwatch.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace anchorscope {

namespace {

constexpr double ridgeOfAnchors = 0.1; ///< ridge λ for fitting anchors to matches (core/definitions.md, 5b)

/// share of a run's progress bar for choosing the weight of hints, by 25 short runs
constexpr double shareOfChoice = 0.7;
/// share of a run's progress bar for the path on a part of the items, which took two thirds of the time on 20,000 words
constexpr double shareOfPart = 0.65;

std::string stageOf(PathStart start, double ridge, bool last)
{
    constexpr std::array<const char *, 4> names{"", "centroids, ", "self-learning, ", "profiles, "};
    return (last ? "all pairs, " : names[static_cast<std::size_t>(start)]) + ("ε " + roundedText(ridge, 6));
}

class CanonicalRun
{
public:
    CanonicalRun(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                 const IterationCallback &onIteration)
        : m_input(input), m_options(options), m_context(context), m_run(input, options, context, onIteration),
          m_spaces(pathSpaces(input, context)), m_progress(input.hints.empty() ? 0 : shareOfChoice),
          m_rx(productTransposed(input.x.rows, rowsOf(input.x.rows, input.anchorsOfX), context)),
          m_solver(input, m_rx, context)
    {
    }

    /// Takes over history, time and weight of the hints of a run on a part of the items.
    void continueAfter(const CanonicalRun &ofPart, const OptimizeSummary &summary)
    {
        m_run.continueAfter(summary);
        m_hint = ofPart.m_hint;
        m_progress = 0;
    }

    /// `ofPart`: whether this is the run on a part of the items. The runs of the verdict have the start of its path,
    /// and centroids match only if both parts have many items in common, so the seeds are kept if both starts agree.
    OptimizeSummary run(bool severalStarts, bool ofPart = false)
    {
        PathStarts starts{m_options.start, severalStarts, m_options.seed, [this] { return mayContinue(); },
                          [this](const CanonicalStep &step, PathStart start) { return record(step, start, false); }};
        starts.keepFirst = ofPart;
        const bool begins = !m_context.cancelled() && chooseWeight();
        const RunContext walked = m_context.part(m_progress, 0.9);
        const auto path = !begins                        ? std::nullopt
                          : m_input.earlier.xOfY.empty() ? walkFromStarts(m_spaces, starts, walked)
                                                         : continueEarlier(walked);
        const bool whole =
            path && finishCanonicalPath(m_spaces, path->end, m_context.part(0.9, 1),
                                        [&](const CanonicalStep &step) { return record(step, path->start, true); });
        OptimizeSummary summary = m_run.finish(whole                   ? Termination::converged
                                               : m_context.cancelled() ? Termination::cancelled
                                                                       : m_ended.value_or(Termination::cancelled));
        summary.methodUsed = "canonical";
        if (summary.hasResult())
            summary.start = pathStartId(m_bestStart);
        summary.continued = !m_input.earlier.xOfY.empty() && !m_input.earlier.ofPart;
        if (summary.hasResult() && !m_spaces.hintWeight.none() && !withoutHints(summary))
            summary.discardResult(), summary.termination = Termination::cancelled;
        if (summary.hasResult() && !m_input.hints.empty())
            describeHints(summary);
        return summary;
    }

private:
    std::optional<BestPath> continueEarlier(const RunContext &context)
    {
        const PathStart start = findPathStart(m_input.earlier.start).value_or(PathStart::seeds);
        auto end = continueCanonicalPath(m_spaces, m_input.earlier, context,
                                         [&](const CanonicalStep &step) { return record(step, start, false); });
        return end ? std::optional(BestPath{start, std::move(*end)}) : std::nullopt;
    }

    bool chooseWeight()
    {
        if (m_input.hints.empty())
            return true;
        if (m_hint) {
            m_hint->facts = hintFacts(m_spaces);
            m_spaces.hintWeight = m_hint->weight;
            return true;
        }
        m_context.report(0, "trying the hints");
        m_hint = chooseHint(m_spaces, m_options.hintWeight, m_options.seed, m_context.part(0, m_progress));
        if (!m_hint) {
            m_ended = m_run.interrupted();
            return false;
        }
        m_spaces.hintWeight = m_hint->weight;
        return true;
    }

    /// Finds matches by the maps alone; matches found with hints are moved to summary.hint. Returns false if cancelled.
    bool withoutHints(OptimizeSummary &summary)
    {
        const auto plain =
            matchesByMetric(m_input.x, m_input.y, summary.metric, "exact", {m_context.control, {}, m_context.deadline});
        if (!plain)
            return false;
        summary.hint.correspondence = std::move(summary.correspondence);
        summary.hint.correct = summary.correct;
        summary.correspondence = plain->xOfY;
        summary.correct = m_run.correctShare(summary.correspondence);
        summary.correspondenceScore =
            distancesOfMatches(m_input, rowsOf(m_input.x, m_input.anchorsOfX), summary.anchorsOfY,
                               summary.correspondence, {m_context.control, {}, m_context.deadline});
        for (float &score : summary.correspondenceScore)
            score = -score;
        return !m_context.cancelled();
    }

    void describeHints(OptimizeSummary &summary) const
    {
        HintSummary &hint = summary.hint;
        hint.weight = hintWeightId(m_hint->weight);
        hint.removed = m_hint->facts.removed;
        hint.agreeing = m_hint->facts.agreeing;
        hint.byChance = m_hint->facts.byChance;
        if (!m_hint->trials.empty()) {
            hint.without = m_hint->trials.front().reciprocalRank;
            hint.with = m_hint->chosen() ? std::optional(m_hint->chosen()->reciprocalRank) : std::nullopt;
        }
    }

    bool mayContinue()
    {
        m_ended = m_run.interrupted();
        return !m_ended;
    }

    bool record(const CanonicalStep &step, PathStart start, bool last)
    {
        m_ended = m_run.interrupted();
        if (m_ended == Termination::cancelled)
            return false;
        SinkhornResult match;
        // Zero rows have no match; item 0 is a placeholder.
        match.rowOfColumn.assign(static_cast<std::size_t>(m_input.y.size()), 0);
        for (std::size_t j = 0; j < step.matches.xOfY.size(); ++j)
            match.rowOfColumn[static_cast<std::size_t>(m_spaces.y.items[j])] =
                m_spaces.x.items[static_cast<std::size_t>(step.matches.xOfY[j])];
        const Matrix anchors = m_solver.solve(match.rowOfColumn, ridgeOfAnchors);
        if (m_context.cancelled())
            return false;
        const Matrix ry = productTransposed(m_input.y.rows, anchors, m_context);
        for (Index j = 0; j < ry.rows(); ++j)
            match.distance.push_back((m_rx.row(match.rowOfColumn[static_cast<std::size_t>(j)]) - ry.row(j)).norm());
        match.seconds = step.seconds;
        // Shares of mutual matches are comparable only between iterations of one kind: not cross-fitted, cross-fitted
        // (each match found by maps fitted without it), or at the end of a path. Of equal shares the later one is
        // better, because its maps have more directions.
        const std::pair quality{last ? 2 : step.crossFitted ? 1 : 0, step.mutualShare};
        const bool better = quality >= m_bestQuality;
        const CanonicalMaps maps = step.crossFitted ? canonicalMaps(step.moments, step.ridge) : step.maps;
        OptimizeRun::Path path{
            stageOf(start, step.ridge, last), step.ridge, {}, better, metricOf(m_spaces, maps, step.ridge)};
        if (step.crossFitted)
            path.mutual = step.mutualShare;
        const int done = m_run.recordOfPath(anchors, match, path).iteration;
        if (better) {
            m_bestQuality = quality;
            m_bestStart = start;
        }
        if (!m_ended && m_options.iterations && done >= *m_options.iterations)
            m_ended = Termination::iterationLimit;
        return !m_ended;
    }

    const OptimizeInput &m_input;
    const OptimizeOptions &m_options;
    const RunContext &m_context;
    OptimizeRun m_run;
    PathSpaces m_spaces;
    double m_progress; ///< progress of the run after the weight of the hints is chosen
    std::optional<HintChoice> m_hint;
    const Matrix m_rx;
    AnchorSolver m_solver;
    std::pair<int, double> m_bestQuality{-1, -1};
    PathStart m_bestStart = PathStart::seeds;
    std::optional<Termination> m_ended;
};

std::string recallText(double recall)
{
    return " Matches were searched among likely candidates; of 1,000 items that were compared with all, " +
           std::to_string(static_cast<int>(std::floor(1000 * recall))) + " have the same match as in the exact search.";
}

OptimizeSummary appliedToAll(const OptimizeInput &input, const OptimizeOptions &options, OptimizeSummary ofPart,
                             const RunContext &context, const IterationCallback &onIteration)
{
    OptimizeRun run(input, options, context, onIteration);
    run.continueAfter(ofPart);
    context.report(0, "all items");
    const Stopwatch clock;
    auto found = matchesByMetric(input.x, input.y, ofPart.metric, options.candidates, context);
    if (!found)
        return run.finish(Termination::cancelled);
    SinkhornResult match;
    match.rowOfColumn = std::move(found->xOfY);
    match.seconds = clock.seconds();
    match.distance =
        distancesOfMatches(input, rowsOf(input.x, input.anchorsOfX), ofPart.anchorsOfY, match.rowOfColumn, context);
    if (context.cancelled())
        return run.finish(Termination::cancelled);
    const double ridge = ofPart.metric.ridge;
    HintSummary hint = ofPart.hint;
    hint.correspondence.clear(); // only items of the path have matches found with hints, so these are dropped
    hint.correct.reset();
    run.recordOfPath(ofPart.anchorsOfY, match, {allItemsStage, ridge, {}, true, std::move(ofPart.metric)});
    OptimizeSummary summary = run.finish(ofPart.termination);
    summary.methodUsed = ofPart.methodUsed;
    summary.start = ofPart.start;
    summary.continued = ofPart.continued;
    summary.subsetStart = ofPart.subsetStart;
    summary.recall = found->recall;
    summary.hint = std::move(hint);
    if (summary.recall)
        summary.message += recallText(*summary.recall);
    return summary;
}

/// Converts matches of a part to matches of all items.
EarlierMatches matchesInWhole(const OptimizeSummary &ofPart, const Subset &part, Index itemsOfY)
{
    EarlierMatches matches = earlierMatches(ofPart, part.input().x.size());
    std::vector<ItemIndex> xOfY(static_cast<std::size_t>(itemsOfY), noItem);
    for (std::size_t j = 0; j < matches.xOfY.size(); ++j) {
        if (matches.xOfY[j] != noItem)
            xOfY[static_cast<std::size_t>(part.itemsOfY()[j])] =
                part.itemsOfX()[static_cast<std::size_t>(matches.xOfY[j])];
    }
    matches.xOfY = std::move(xOfY);
    matches.ofPart = true;
    return matches;
}

/// Follows the path on all items. If one space has more than maxItemsOfWholePath, a run on a part of them comes first.
OptimizeSummary runPath(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                        const IterationCallback &onIteration, bool severalStarts)
{
    if (std::max(input.x.size(), input.y.size()) <= maxItemsOfWholePath || !input.earlier.xOfY.empty())
        return CanonicalRun(input, options, context, onIteration).run(severalStarts);
    const Subset part = reliablePart(input, itemsOfPartOfPath);
    const RunContext ofPart = context.part(0, shareOfPart), ofAll = context.part(shareOfPart, 1);
    CanonicalRun first(part.input(), options, ofPart, onIteration);
    OptimizeSummary summary = first.run(severalStarts, true);
    if (!summary.hasResult())
        return summary;
    if (summary.termination != Termination::converged)
        return appliedToAll(input, options, std::move(summary), ofAll, onIteration);
    OptimizeInput whole = input;
    whole.earlier = matchesInWhole(summary, part, input.y.size());
    CanonicalRun second(whole, options, ofAll, onIteration);
    second.continueAfter(first, summary);
    summary = second.run(severalStarts);
    summary.subsetStart = part.input().x.size();
    return summary;
}

OptimizeSummary runEngine(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                          const IterationCallback &onIteration, bool severalStarts)
{
    const std::unique_ptr<Subset> part = partForPath(input);
    if (!part)
        return runPath(input, options, context, onIteration, severalStarts);
    // With 200,000 items of 32 columns, the search among all items takes about as long as the path.
    constexpr double itemsOfEqualTime = 200'000;
    const double pathEnd = 1 / (1 + static_cast<double>(std::max(input.x.size(), input.y.size())) / itemsOfEqualTime);
    const RunContext ofPart = context.part(0, pathEnd);
    OptimizeSummary summary = runPath(part->input(), options, ofPart, onIteration, severalStarts);
    if (!summary.hasResult())
        return summary;
    return appliedToAll(input, options, std::move(summary), context.part(pathEnd, 1), onIteration);
}

} // namespace

std::unique_ptr<Subset> partForPath(const OptimizeInput &input)
{
    if (std::max(input.x.size(), input.y.size()) <= maxItemsOfPath)
        return nullptr;
    return std::unique_ptr<Subset>(new Subset(reliablePart(input, itemsOfLargeSet)));
}

OptimizeSummary runCanonical(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                             const IterationCallback &onIteration)
{
    return runEngine(input, options, context, onIteration, false);
}

OptimizeSummary runAuto(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                        const IterationCallback &onIteration)
{
    return runEngine(input, options, context, onIteration, true);
}

} // namespace anchorscope
