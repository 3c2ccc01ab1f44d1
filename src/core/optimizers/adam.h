// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"

namespace anchorscope {

/// Number of steps in AO Table 3, retrieval.
inline constexpr int adamSteps = 250;

/// AO's method as we read it (Alg. 1; core/definitions.md, 5a): Adam on the sphere, the seed rows of A_Y fixed at the
/// seeds' partners, the other rows from N(0, I) normalized (or from the seed projection with warmStart). The start
/// decides whether the alignment is found. With several starts the iterate of lowest loss wins. A start has clearly won
/// if another one ended at the same matches (more than half of them) or if its loss is far below all others'; no
/// further start is tried then. Options read: seed, iterations (of each start), learningRate, warmStart (of the first
/// start), freeSeeds, permuted, softPlan, starts, epsilon, sinkhornIterations, prune, timeLimitSeconds. Iteration t
/// reports A_Y after t steps.
OptimizeSummary runAdam(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                        const IterationCallback &onIteration);

/// Like runAdam(), from given anchors of Y (k × dy unit rows).
OptimizeSummary runAdamFrom(const Matrix &start, const OptimizeInput &input, const OptimizeOptions &options,
                            const RunContext &context, const IterationCallback &onIteration);

} // namespace anchorscope
