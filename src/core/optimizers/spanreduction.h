// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/projection/span.h"

#include <memory>

namespace anchorscope {

/// Reduces each of two spaces to the span of its rows if it has more than twice as many dimensions as items. Optimizers
/// and verdicts solve d × d systems and depend on lengths and angles only. The ridge is an exception: it is relative to
/// the mean variance of a dimension, which is larger in the span. Copies share the spans.
class SpanReduction
{
public:
    /// Computes the spans of reduced spaces; incomplete if cancelled. `x` and `y` must outlive the reduction.
    SpanReduction(const PreparedSpace &x, const PreparedSpace &y, const RunContext &context = {});

    /// Spaces in coordinates of the spans; a space that is not reduced is unchanged.
    const PreparedSpace &x() const { return m_spanOfX ? m_spanOfX->inSpan : *m_x; }
    const PreparedSpace &y() const { return m_spanOfY ? m_spanOfY->inSpan : *m_y; }
    bool reducesY() const { return m_spanOfY != nullptr; }
    bool any() const { return m_spanOfX || m_spanOfY; }
    /// Input with the spaces in coordinates of the spans.
    OptimizeInput input(const OptimizeInput &input) const;
    /// Reduction of the same spaces with X and Y exchanged.
    SpanReduction exchanged() const;

    /// Returns a callback that converts an iteration to all dimensions before it calls `onIteration`.
    IterationCallback lifting(const IterationCallback &onIteration, const RunContext &context) const;
    /// Converts anchors and maps of a result to all dimensions. Incomplete if cancelled.
    void lift(OptimizeSummary &summary, const RunContext &context) const;

private:
    SpanReduction() = default;
    Matrix lifted(const Matrix &rowsOfY, const RunContext &context) const;
    CanonicalMetric lifted(CanonicalMetric metric, const RunContext &context) const;

    const PreparedSpace *m_x = nullptr, *m_y = nullptr;
    std::shared_ptr<const SpannedSpace> m_spanOfX, m_spanOfY; ///< null if not reduced
};

} // namespace anchorscope
