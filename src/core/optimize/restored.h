// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimize/optimizer.h"

namespace anchorscope {

/// State of a run at one of its iterations.
struct RecordedIteration
{
    int iteration = 0;
    Matrix anchorsOfY;           ///< k × dy unit rows
    CanonicalMetric metric = {}; ///< of the canonical path; in files of earlier versions empty
};

/// The summary of a run as if it had ended at that iteration. Correspondence and discrete anchors are found again: of
/// the canonical path by its metric (a cross-fitted iteration was found by two maps of half of its pairs each; the
/// metric is the one map from all of them), else by the anchors (also where there is no metric, or where the path was
/// walked on a part of the items). `input` and `options` are those of the run; with input.truth the share of correct
/// pairs is counted. The history is cut after the iteration. The verdict, which belongs to the end of the run, is
/// dropped. Error "cancelled".
Result<OptimizeSummary> restoredAt(const RecordedIteration &at, OptimizeSummary run, const OptimizeInput &input,
                                   const OptimizeOptions &options, const RunContext &context = {});

} // namespace anchorscope
