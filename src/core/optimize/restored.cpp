// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimize/restored.h"

#include "core/neighbours/partners.h"
#include "core/optimize/optimizerun.h"
#include "core/projection/relative.h"
#include "core/translate/canonicalframe.h"

namespace anchorscope {

namespace {

/// A correspondence and the distances M of its pairs.
struct Found
{
    std::vector<ItemIndex> xOfY;
    std::vector<float> scores; ///< −M
};

/// As the path finds partners: CSLS in canonical coordinates, without zero rows, whose items have the first of X.
std::optional<Found> foundByMetric(const CanonicalMetric &metric, const OptimizeInput &input, const Matrix &rx,
                                   const Matrix &ry, const RunContext &context)
{
    const std::vector<ItemIndex> itemsX = itemsTakingPart(input.x), itemsY = itemsTakingPart(input.y);
    const auto partners = cslsPartners(canonicalCoordinates(rowsOf(input.x.rows, itemsX), metric, Side::x, context),
                                       canonicalCoordinates(rowsOf(input.y.rows, itemsY), metric, Side::y, context),
                                       neighboursOfCsls, context);
    if (!partners)
        return std::nullopt;
    Found found{std::vector<ItemIndex>(static_cast<std::size_t>(input.y.size()), 0), {}};
    for (std::size_t j = 0; j < itemsY.size(); ++j)
        found.xOfY[static_cast<std::size_t>(itemsY[j])] = itemsX[static_cast<std::size_t>(partners->xOfY[j])];
    for (Index j = 0; j < ry.rows(); ++j)
        found.scores.push_back(-(rx.row(found.xOfY[static_cast<std::size_t>(j)]) - ry.row(j)).norm());
    return found;
}

std::optional<Found> foundByAnchors(const Matrix &rx, const Matrix &ry, const OptimizeOptions &options,
                                    const RunContext &context)
{
    const SinkhornResult match = SinkhornMatcher(rx, sinkhornOptions(options)).match(ry, nullptr, context);
    if (match.rowOfColumn.empty())
        return std::nullopt;
    return Found{match.rowOfColumn, scoresOf(match)};
}

} // namespace

Result<OptimizeSummary> restoredAt(const RecordedIteration &at, OptimizeSummary run, const OptimizeInput &input,
                                   const OptimizeOptions &options, const RunContext &context)
{
    const Similarity &cosine = similarities().front();
    const Matrix rx = relativeTo(input.x, input.anchorsOfX, cosine, context);
    const Matrix ry = relativeTo(input.y, MatrixView(at.anchorsOfY), cosine, context);
    const bool onAll = run.subsetStart == input.x.size();
    const bool byMetric = onAll && !at.metric.empty() && !context.cancelled();
    auto found = byMetric ? foundByMetric(at.metric, input, rx, ry, context) : foundByAnchors(rx, ry, options, context);
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
    run.right = input.truth ? shareRight(run.correspondence, *input.truth, input.seedsOfY) : std::nullopt;
    run.verdict = {};
    run.termination = Termination::stopped;
    run.message = "Iteration " + std::to_string(at.iteration) + ", restored.";
    if (run.methodUsed == "canonical" && !byMetric) // its partners came from maps that are not kept, or of a part
        run.message += " Its partners are those that its anchors find.";
    else if (byMetric && !run.history.empty() && run.history.back().mutual) // cross-fitted by two maps of its halves
        run.message += " Its partners are those that one map from all its pairs finds.";
    return run;
}

} // namespace anchorscope
