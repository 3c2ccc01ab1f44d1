// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/alignment/restored.h"

#include "core/alignment/allitems.h"
#include "core/alignment/optimizerun.h"
#include "core/projection/relative.h"

namespace anchorscope {

namespace {

struct Found
{
    std::vector<ItemIndex> xOfY;
    std::vector<float> scores; ///< negative distances of the matched items
};

std::optional<Found> foundByMetric(const CanonicalMetric &metric, const OptimizeInput &input, const Matrix &anchorsOfY,
                                   const std::string &candidates, const RunContext &context)
{
    auto matches = matchesByMetric(input.x, input.y, metric, candidates, context);
    if (!matches)
        return std::nullopt;
    Found found{std::move(matches->xOfY), {}};
    found.scores = distancesOfMatches(input, rowsOf(input.x, input.anchorsOfX), anchorsOfY, found.xOfY, context);
    for (float &score : found.scores)
        score = -score;
    return found;
}

std::optional<Found> foundByAnchors(const OptimizeInput &input, const Matrix &anchorsOfY,
                                    const OptimizeOptions &options, const RunContext &context)
{
    const Similarity &cosine = similarities().front();
    const Matrix rx = relativeTo(input.x, input.anchorsOfX, cosine, context);
    const Matrix ry = relativeTo(input.y, MatrixView(anchorsOfY), cosine, context);
    const SinkhornResult match = SinkhornMatcher(rx, sinkhornOptions(options)).match(ry, nullptr, context);
    if (match.rowOfColumn.empty())
        return std::nullopt;
    return Found{match.rowOfColumn, scoresOf(match)};
}

} // namespace

Result<OptimizeSummary> restoredAt(const RecordedIteration &at, OptimizeSummary run, const OptimizeInput &input,
                                   const OptimizeOptions &options, const RunContext &context)
{
    const bool byMetric = !at.metric.empty();
    auto found = byMetric ? foundByMetric(at.metric, input, at.anchorsOfY, options.candidates, context)
                          : foundByAnchors(input, at.anchorsOfY, options, context);
    run.anchorsOfY = at.anchorsOfY;
    run.discreteOfY = discreteAnchors(input.y, at.anchorsOfY, input.seedsOfY, context);
    if (context.cancelled() || !found || run.discreteOfY.empty())
        return cancelledError();
    run.discreteDuplicates = countDuplicates(run.discreteOfY);
    run.correspondence = std::move(found->xOfY);
    run.correspondenceScore = std::move(found->scores);
    run.metric = at.metric;
    std::erase_if(run.history, [&](const IterationStats &stats) { return stats.iteration > at.iteration; });
    run.bestIteration = at.iteration;
    if (!run.history.empty()) {
        run.loss = run.history.back().loss;
        run.seconds = run.history.back().seconds;
    }
    run.correct = input.truth ? shareCorrect(run.correspondence, *input.truth, input.seedsOfY) : std::nullopt;
    run.verdict = {};
    run.termination = Termination::stopped;
    run.message = "Iteration " + std::to_string(at.iteration) + ", restored.";
    if (run.methodUsed == "canonical" && !byMetric) // without stored maps, anchors find the matches
        run.message += " Its matches are those that its anchors find.";
    // A cross-fitted iteration used two maps, each fitted to half of the pairs, so its matches can differ from these.
    else if (byMetric && !run.history.empty() && run.history.back().mutual)
        run.message += " Its matches are those that one map from all its pairs finds.";
    return run;
}

} // namespace anchorscope
