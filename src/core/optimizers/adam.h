// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"

namespace anchorscope {

/// Default number of steps, from the retrieval experiment of the paper AO (Table 3).
inline constexpr int adamSteps = 250;

/// Finds anchors by Adam on the sphere, as we understand the method of the paper on parallel anchors (AO, Alg. 1;
/// core/definitions.md, 5a). Rows of A_Y that belong to seeds stay fixed at the seeds' partners. The other rows start
/// from normalized draws of N(0, I); with warmStart, from anchors fitted to matches that were found with the seeds as
/// the only anchors. Whether the alignment is found depends on the start. Of several starts, the one with the lowest
/// loss is returned. No more starts are tried after one has clearly won: another start ended with the same matches (for
/// more than half of the items), or all other losses are far greater. Options used: seed, iterations (of each start),
/// learningRate, warmStart (of the first start), freeSeeds, permuted, softPlan, starts, epsilon, sinkhornIterations,
/// prune, timeLimitSeconds. Iteration t reports A_Y after t steps.
OptimizeSummary runAdam(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                        const IterationCallback &onIteration);

/// Like runAdam(), from given anchors of Y (k × dy unit rows).
OptimizeSummary runAdamFrom(const Matrix &start, const OptimizeInput &input, const OptimizeOptions &options,
                            const RunContext &context, const IterationCallback &onIteration);

} // namespace anchorscope
