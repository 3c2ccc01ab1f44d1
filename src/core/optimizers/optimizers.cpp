// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizers.h"

#include "core/optimizers/adam.h"
#include "core/optimizers/alternating.h"
#include "core/optimizers/canonical.h"
#include "core/optimizers/hintchoice.h"
#include "core/optimizers/spanreduction.h"

namespace anchorscope {

namespace {

constexpr std::array<Optimizer, 4> allOptimizers{{
    {"auto",
     "Automatic",
     "Follows the canonical path from the seeds; if that fails, restarts from matched centroids (after Dar, 2025) and "
     "from self-learning (after Artetxe et al., 2018).",
     canonicalIterations,
     true,
     true,
     {ofPath},
     &runAuto},
    {"canonical",
     "Canonical path",
     "Canonical ridge maps from few strong directions to all, each fitted to the mutual matches that the previous one "
     "found (after Vinod 1976).",
     canonicalIterations,
     true,
     true,
     {ofPath},
     &runCanonical},
    {"alternating",
     "Alternating least squares",
     "Solves for the anchors and matches the items in turn; takes few iterations.",
     alternatingIterations,
     false,
     false,
     {ofRidge, ofTransport},
     &runAlternating},
    {"adam",
     "Adam (after Cannistraci et al.)",
     "Gradient steps on the sphere from random anchors: our reading of the method of Cannistraci et al. (2023). Finds "
     "nearly everything or nothing, depending on the start; several starts help.",
     adamSteps,
     false,
     false,
     {ofRate, ofTransport, ofPublished},
     &runAdam},
}};

std::vector<std::string> methodNames()
{
    return idsOf(allOptimizers);
}

std::vector<std::string> hintWeightNames()
{
    std::vector<std::string> names{"auto"};
    for (const HintWeight &weight : hintWeights())
        names.push_back(hintWeightId(weight));
    return names;
}

std::vector<std::string> candidateNames()
{
    return {"auto", "exact", "approximate"};
}

constexpr std::array planChoices{FieldChoice{0, "hard"}, FieldChoice{1, "soft"}};

using O = OptimizeOptions;
const Field<O> optimizeFields[] = {
    {"method", "Method", "How anchors are found", "NAME", &O::method, 0, 0, "method", ofAll, methodNames},
    {"start", "Start", "Starting point of auto and canonical", "NAME", &O::start, 0, 0, "start", ofPath,
     pathStartNames},
    {"candidates", "Candidates",
     "Final matching of more than 50,000 items: exact (all pairs), approximate (inverted file), or auto: exact if that "
     "takes less than ten minutes",
     "WHAT", &O::candidates, 0, 0, "candidates", ofPath, candidateNames},
    {"hints", "Hints",
     "auto, canonical: columns of both files whose values should agree between partners, separated by commas; "
     "NAME=OTHER "
     "if the column has another name in Y",
     "COLUMNS", &O::hints, 0, 0, "hints", ofPath},
    {"hint-weight", "Hint weight",
     "Weight of a hint beside the similarity: auto tries every weight on held-out known pairs, hard allows only "
     "matches that agree with the hint",
     "W", &O::hintWeight, 0, 0, "hint_weight", ofPath, hintWeightNames},
    {"", "Random seed", "", "", &O::seed, 0, anyNumber, "seed"},
    {"iterations", "Iterations", "Maximum number of iterations; the default depends on the method", "N", &O::iterations,
     1, 1e8, "iterations", ofLimit},
    {"learning-rate", "Learning rate", "Learning rate of adam", "R", &O::learningRate, 1e-12, 1000, "learning_rate",
     ofRate},
    {"warm-start", "Warm start", "adam: start from the seeds' projection instead of at random", "", &O::warmStart, 0, 1,
     "warm_start", ofPublished},
    {"ramp", "Ramp",
     "adam, from a random start: share of the iterations over which the anchors that are not seeds join the matching; "
     "0: from the first one, as in the paper",
     "SHARE", &O::ramp, 0, 1, "ramp", ofPublished},
    {"ridge", "Ridge", "Ridge of alternating; automatic if not given", "R", &O::ridge, 1e-12, 1e6, "ridge", ofRidge},
    {"", "Converged below", "", "", &O::convergedBelow, 0, 1, "converged_below"},
    {"sinkhorn-epsilon", "Sinkhorn ε", "adam, alternating: strength of the entropy in the correspondence", "E",
     &O::epsilon, 1e-8, 1000, "epsilon", ofTransport},
    {"sinkhorn-steps", "Sinkhorn steps", "adam, alternating: number of Sinkhorn iterations", "N",
     &O::sinkhornIterations, 1, 100000, "sinkhorn_iterations", ofTransport},
    {"sinkhorn-stop", "Sinkhorn ends below",
     "adam, alternating, with several Sinkhorn iterations: stop when no potential changes by more", "E",
     &O::sinkhornTolerance, 0, 1000, "sinkhorn_tolerance", ofTransport},
    {"free-seeds", "Free seeds", "adam: also optimize the anchors of the seeds; otherwise they stay at their partners",
     "", &O::freeSeeds, 0, 1, "free_seeds", ofPublished},
    {"permute", "Permute", "adam: x compares for each item of Y (AO eq. 1), y for each item of X (AO Algorithm 1)",
     "SIDE", enumMember<O, &O::permuted>(sideChoicesX), 0, 1, "permuted", ofPublished},
    {"plan", "Plan",
     "adam: hard takes the likeliest match of each item, soft the mean of all candidates, weighted by Sinkhorn's "
     "transport plan",
     "WHAT", enumMember<O, &O::softPlan>(planChoices), 0, 1, "plan", ofPublished},
    {"starts", "Starts",
     "adam: number of random starts; the lowest loss wins, and no more are tried after a clear success", "N",
     &O::starts, 1, 10000, "starts", ofPublished},
    {"", "Prune", "", "", &O::prune, 0, 1, "prune"},
    {"time-limit", "Time limit", "Stop a run after this many seconds and keep its best anchors", "SECONDS",
     &O::timeLimitSeconds, 1e-9, 1e8, "time_limit_seconds", ofTime},
};

} // namespace

template <> std::span<const Field<OptimizeOptions>> fields()
{
    return optimizeFields;
}

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

namespace {

OptimizeSummary found(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                      const IterationCallback &onIteration)
{
    OptimizeSummary summary = findOptimizer(options.method)->run(input, options, context, onIteration);
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

} // namespace

Result<OptimizeSummary> optimize(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                                 const IterationCallback &onIteration)
{
    if (Status status = checkFields(options); !status)
        return status.error();
    if (Status status = input.validate(); !status)
        return status.error();
    if (input.seedsOfY.empty() &&
        (!findOptimizer(options.method)->worksWithoutSeeds || options.start.starts_with("seeds")))
        return Error(ErrorCode::noSeeds,
                     "No seed pair is given; this method needs at least one item of X with its known partner in Y.");
    if (!options.hints.empty() && input.hints.empty() && findOptimizer(options.method)->readsGroup(ofPath))
        return Error(ErrorCode::wrongUsage, "The hints “" + options.hints +
                                                "” were not read from the data, so the run would do without them.");
    const SpanReduction spans(input.x, input.y, context);
    if (spans.any() && context.cancelled())
        return cancelledError();
    OptimizeSummary summary = found(spans.input(input), options, context, spans.lifting(onIteration, context));
    spans.lift(summary, context);
    return summary;
}

} // namespace anchorscope
