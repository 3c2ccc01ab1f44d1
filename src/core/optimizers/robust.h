// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimize/optimizer.h"

namespace anchorscope {

/// Self-learning of an orthogonal map (core/README.md, 5c; after Artetxe, Labaka & Agirre, ACL 2018): A_Y = A_X W. W
/// starts from the seeds and is learnt from partners induced by CSLS in both directions, at first from a random part of
/// the candidates and, of large sets, from the most reliable items, so that wrong pairs do not settle. Then a few steps
/// of `alternating` with falling λ, kept where a score without truth is better. With fewer than seedsToStart seeds it
/// starts from items of alike profiles (5g).
/// Options read: seed, iterations (of the self-learning), epsilon, sinkhornIterations, prune, timeLimitSeconds.
OptimizeSummary runRobust(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                          const IterationCallback &onIteration);

} // namespace anchorscope
