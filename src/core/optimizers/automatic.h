// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimize/optimizer.h"

namespace anchorscope {

/// The default (core/README.md, 5e; ours): runs `alternating`, judges the result without truth (confidence.h), runs
/// `robust` where it is not clearly good, and keeps the better one. Large sets begin with their more reliable items and
/// grow (coarsetofine.h). With fewer than fewSeeds seeds, or none, `robust` runs at once. methodUsed names what was
/// kept; a result no better than chance ends with Termination::lowConfidence. Options read: those of both methods.
OptimizeSummary runAuto(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                        const IterationCallback &onIteration);

} // namespace anchorscope
