// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/projection/span.h"

#include <optional>

namespace anchorscope {

/// Reduces a space to the span of its rows if it has more than twice as many dimensions as items. Optimizers and
/// verdicts solve d × d systems and depend on lengths and angles only. The ridge is an exception: it is relative to the
/// mean variance of a dimension, which is larger in the span.
class SpanReduction
{
public:
    /// Computes the spans of reduced spaces; incomplete if cancelled. The spaces of `input` must outlive the reduction.
    explicit SpanReduction(const OptimizeInput &input, const RunContext &context = {});

    /// Input in coordinates of the spans; spaces that are not reduced are unchanged.
    OptimizeInput input() const;
    bool any() const { return m_x || m_y; }
    /// Converts rows in coordinates of Y's span to rows in the dimensions of Y.
    Matrix lifted(const Matrix &rowsOfY, const RunContext &context = {}) const;
    CanonicalMetric lifted(CanonicalMetric metric, const RunContext &context = {}) const;

private:
    const OptimizeInput &m_input;
    std::optional<SpannedSpace> m_x, m_y;
};

} // namespace anchorscope
