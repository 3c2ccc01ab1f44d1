// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"

namespace anchorscope {

/// State of a run at one of its iterations.
struct RecordedIteration
{
    int iteration = 0;
    Matrix anchorsOfY;           ///< anchor vectors, k × dy unit rows
    CanonicalMetric metric = {}; ///< maps of the canonical path; empty for other methods and in files of earlier
                                 ///< versions
};

/// Summary of a run as if it had ended at that iteration. Correspondence and discrete anchors are computed again: by
/// the metric for the canonical path (if the iteration was cross-fitted, its matches came from two maps of half of the
/// pairs each, while the metric is one map of all pairs), and by the anchors for other methods, without a metric, or if
/// the path used a part of the items. `input` and `options` are those of the run; with input.truth the share of correct
/// matches is counted. The history is cut after the iteration. The verdict, which belongs to the end of the run, is
/// dropped. Error "cancelled".
Result<OptimizeSummary> restoredAt(const RecordedIteration &at, OptimizeSummary run, const OptimizeInput &input,
                                   const OptimizeOptions &options, const RunContext &context = {});

} // namespace anchorscope
