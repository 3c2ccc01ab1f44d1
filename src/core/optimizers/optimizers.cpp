// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizers.h"

#include "core/optimizers/adam.h"
#include "core/optimizers/alternating.h"
#include "core/optimizers/canonical.h"

#include <algorithm>
#include <array>

namespace anchorscope {

namespace {

constexpr std::array<Optimizer, 4> allOptimizers{{
    {"auto",
     "Automatic",
     "The canonical path from the seeds. Where that does not lead far, also from matched centroids (after Dar, 2025) "
     "and from a self-learning (after Artetxe et al., 2018).",
     canonicalIterations,
     true,
     true,
     {.start = true},
     &runAuto},
    {"canonical",
     "Canonical path",
     "Canonical ridge maps from few strong directions to all, each fitted to the mutual partners that the one before "
     "found (after Vinod 1976).",
     canonicalIterations,
     true,
     true,
     {.start = true},
     &runCanonical},
    {"alternating",
     "Alternating least squares",
     "Solves for the anchors and matches the items in turn; takes few iterations.",
     alternatingIterations,
     false,
     false,
     {.ridge = true, .transport = true},
     &runAlternating},
    {"adam",
     "Adam (as published)",
     "Gradient steps on the sphere from random anchors, as in Cannistraci et al. (2023); slower.",
     adamSteps,
     false,
     false,
     {.learningRate = true, .transport = true, .published = true},
     &runAdam},
}};

} // namespace

std::span<const Optimizer> optimizers()
{
    return allOptimizers;
}

const Optimizer *findOptimizer(std::string_view id)
{
    const auto found = std::find_if(allOptimizers.begin(), allOptimizers.end(),
                                    [&](const Optimizer &optimizer) { return optimizer.id == id; });
    return found == allOptimizers.end() ? nullptr : &*found;
}

Status validate(const OptimizeOptions &options)
{
    if (options.start != "auto" && !findPathStart(options.start))
        return Error(ErrorCode::wrongUsage, "Unknown start \"" + options.start +
                                                "\"; expected one of: auto, seeds, centroids, stochastic, profiles.");
    if (findOptimizer(options.method))
        return options.validate();
    std::string known;
    for (const Optimizer &optimizer : optimizers())
        known += (known.empty() ? "" : ", ") + std::string(optimizer.id);
    return Error(ErrorCode::wrongUsage,
                 "Unknown optimization method \"" + options.method + "\"; expected one of: " + known + ".");
}

Result<OptimizeSummary> optimize(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                                 const IterationCallback &onIteration)
{
    if (Status status = validate(options); !status)
        return status.error();
    if (Status status = input.validate(); !status)
        return status.error();
    const Optimizer &optimizer = *findOptimizer(options.method);
    if (input.seedsOfY.empty() && (!optimizer.needsNoSeeds || options.start.starts_with("seeds")))
        return Error(ErrorCode::noSeeds,
                     "No seed pair is given; this method needs at least one item of X with its known partner in Y.");
    OptimizeSummary summary = optimizer.run(input, options, context, onIteration);
    if (!summary.hasResult())
        return summary;
    summary.discreteOfY = discreteAnchors(input.y, summary.anchorsOfY, input.seedsOfY, context);
    if (context.cancelled()) {
        summary.discardResult();
        summary.termination = Termination::cancelled;
        summary.message = terminationText(Termination::cancelled);
        return summary;
    }
    summary.discreteDuplicates = countDuplicates(summary.discreteOfY);
    return summary;
}

} // namespace anchorscope
