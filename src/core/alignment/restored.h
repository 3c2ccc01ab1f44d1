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

/// Summary of a run as if it had ended at the given iteration; the history ends there, and the verdict is dropped.
/// Discrete anchors and matches are computed again. Matches are found by the canonical maps if these are stored and the
/// path used all items, otherwise by the anchors. They may differ for a cross-fitted iteration, which used two maps
/// fitted to half of the pairs each, while the stored map was fitted to all. `input` and `options` are those of the
/// run; with input.truth the correct matches are counted. Error "cancelled".
Result<OptimizeSummary> restoredAt(const RecordedIteration &at, OptimizeSummary run, const OptimizeInput &input,
                                   const OptimizeOptions &options, const RunContext &context = {});

} // namespace anchorscope
