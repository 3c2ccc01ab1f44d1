// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/projection/span.h"

#include <optional>

namespace anchorscope {

/// Reduces an input for optimizers and verdicts. They solve d × d systems and depend on lengths and angles only, so a
/// space with more than twice as many dimensions as items is expressed in the span of its rows.
class SpanReduction
{
public:
    /// Computes the spans of the spaces' rows, or only a part of them if cancelled. The spaces of `input` must outlive
    /// the reduction.
    explicit SpanReduction(const OptimizeInput &input, const RunContext &context = {});

    OptimizeInput input() const; ///< Input in coordinates of the spans; spaces that are not reduced are unchanged.
    bool any() const { return m_x || m_y; }
    /// Converts rows of Y's span to rows of Y.
    Matrix lifted(const Matrix &rowsOfY, const RunContext &context = {}) const;
    /// Converts a metric of the spans to one of the spaces.
    CanonicalMetric lifted(CanonicalMetric metric, const RunContext &context = {}) const;

private:
    const OptimizeInput &m_input;
    std::optional<SpannedSpace> m_x, m_y;
};

} // namespace anchorscope
