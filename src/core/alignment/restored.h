// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"

namespace anchorscope {

/// One iteration of a run, as stored in a session.
struct RecordedIteration
{
    int iteration = 0;
    /// Vectors of the anchors in Y, k × dy unit rows.
    Matrix anchorsOfY;
    /// Maps of the canonical path; empty for other methods and in sessions of earlier versions.
    CanonicalMetric metric = {};
};

/// Returns the summary that the run would have if it had ended at the given iteration: the history ends there, and the
/// verdict is dropped. Discrete anchors and matches are computed again. The canonical maps find the matches if they are
/// stored and the path used all items; otherwise the anchors do. For a cross-fitted iteration the matches can differ
/// from the original ones: it used two maps fitted to half of the pairs each, but the stored map was fitted to all.
/// `input` and `options` are those of the run. With input.truth correct matches are counted. Error "cancelled".
Result<OptimizeSummary> restoredAt(const RecordedIteration &at, OptimizeSummary run, const OptimizeInput &input,
                                   const OptimizeOptions &options, const RunContext &context = {});

} // namespace anchorscope
