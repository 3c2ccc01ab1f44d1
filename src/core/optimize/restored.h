// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimize/optimizer.h"

namespace anchorscope {

/// The summary of a run as if it had ended at one of its iterations: `anchorsOfY` (k × dy unit rows) are the anchors of
/// that iteration, from which the correspondence and the discrete anchors are found again; a canonical run had its
/// correspondence from maps that are not kept, so that the one found again differs. `input` and `options` are
/// those of the run; with input.truth the share of right pairs is counted. The history is cut after the iteration. What
/// was judged of the run's own end (the verdict) is dropped. Error "cancelled".
Result<OptimizeSummary> restoredAt(int iteration, const Matrix &anchorsOfY, OptimizeSummary run,
                                   const OptimizeInput &input, const OptimizeOptions &options,
                                   const RunContext &context = {});

} // namespace anchorscope
