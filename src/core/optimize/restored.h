// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimize/optimizer.h"

namespace anchorscope {

/// State of a run at one of its iterations.
struct RecordedIteration
{
    int iteration = 0;
    Matrix anchorsOfY;           ///< k × dy unit rows
    CanonicalMetric metric = {}; ///< canonical path only; empty in files of earlier versions
};

/// Summary of a run as if it had ended at that iteration. Correspondence and discrete anchors are computed again: for
/// the canonical path with its metric (a cross-fitted iteration was found by two maps of half of its pairs each; the
/// metric is the one map from all of them), otherwise, or if there is no metric or the path used a part of the items,
/// with the anchors. `input` and `options` are those of the run; with input.truth the share of correct matches is
/// counted. The history is cut after the iteration. The verdict, which belongs to the end of the run, is dropped. Error
/// "cancelled".
Result<OptimizeSummary> restoredAt(const RecordedIteration &at, OptimizeSummary run, const OptimizeInput &input,
                                   const OptimizeOptions &options, const RunContext &context = {});

} // namespace anchorscope
