// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"

namespace anchorscope {

/// State of a run at one of its iterations, as stored in a session.
struct RecordedIteration
{
    int iteration = 0;
    /// Vectors of the anchors in Y, k × dy unit rows.
    Matrix anchorsOfY;
    /// Maps of the canonical path; empty for other methods and in sessions of earlier versions.
    CanonicalMetric metric = {};
};

/// Summary of a run as if it had ended at the given iteration. Correspondence and discrete anchors are computed again.
/// The matches are determined by the canonical maps of the iteration; if the iteration was cross-fitted, its original
/// matches came from two maps fitted to half of the pairs each, while the stored map was fitted to all pairs. For other
/// methods, without maps, or if the path used a part of the items, the anchors determine the matches. `input` and
/// `options` are those of the run; with input.truth the share of correct matches is counted. The history is cut after
/// the iteration. The verdict, which belongs to the end of the run, is dropped. Error "cancelled".
Result<OptimizeSummary> restoredAt(const RecordedIteration &at, OptimizeSummary run, const OptimizeInput &input,
                                   const OptimizeOptions &options, const RunContext &context = {});

} // namespace anchorscope
