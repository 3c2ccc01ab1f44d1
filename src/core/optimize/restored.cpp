// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimize/restored.h"

#include "core/optimize/optimizerun.h"
#include "core/projection/relative.h"

namespace anchorscope {

Result<OptimizeSummary> restoredAt(int iteration, const Matrix &anchorsOfY, OptimizeSummary run,
                                   const OptimizeInput &input, const OptimizeOptions &options,
                                   const RunContext &context)
{
    const Similarity &cosine = similarities().front();
    const Matrix rx = relativeTo(input.x, input.anchorsOfX, cosine, context);
    const Matrix ry = relativeTo(input.y, MatrixView(anchorsOfY), cosine, context);
    SinkhornMatcher matcher(rx, sinkhornOptions(options));
    const SinkhornResult match = matcher.match(ry, nullptr, context);
    run.anchorsOfY = anchorsOfY;
    run.discreteOfY = discreteAnchors(input.y, anchorsOfY, input.seedsOfY, context);
    if (context.cancelled() || match.rowOfColumn.empty() || run.discreteOfY.empty())
        return cancelledError();
    run.discreteDuplicates = countDuplicates(run.discreteOfY);
    run.correspondence = match.rowOfColumn;
    run.correspondenceScore = scoresOf(match);
    std::erase_if(run.history, [&](const IterationStats &stats) { return stats.iteration > iteration; });
    run.bestIteration = iteration;
    if (!run.history.empty()) {
        run.loss = run.history.back().loss;
        run.seconds = run.history.back().seconds;
    }
    run.right = input.truth ? shareRight(run.correspondence, *input.truth) : std::nullopt;
    run.verdict = {};
    run.termination = Termination::stopped;
    run.message = "Iteration " + std::to_string(iteration) + ", restored.";
    if (run.methodUsed == "canonical") // its partners came from its maps, which are not kept
        run.message += " Its partners are those that its anchors find.";
    return run;
}

} // namespace anchorscope
