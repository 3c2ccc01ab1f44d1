// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/spanreduction.h"

namespace anchorscope {

namespace {

/// Number of dimensions per item above which the span is used. With 1,000 items, `optimize` took 7.6 s of processor
/// time in the span. In all dimensions it took 7.9 s for 1,250 dimensions, 8.9 s for 1,500 and 11.6 s for 2,000.
constexpr Index wide = 2;

std::optional<SpannedSpace> inSpanIfWide(const PreparedSpace &space, const RunContext &context)
{
    return space.dimension() > wide * space.size() ? std::optional(spanned(space, context)) : std::nullopt;
}

} // namespace

SpanReduction::SpanReduction(const OptimizeInput &input, const RunContext &context)
    : m_input(input), m_x(inSpanIfWide(input.x, context)), m_y(inSpanIfWide(input.y, context))
{
}

OptimizeInput SpanReduction::input() const
{
    return {m_x ? m_x->inSpan : m_input.x,
            m_y ? m_y->inSpan : m_input.y,
            m_input.anchorsOfX,
            m_input.seedsOfY,
            m_input.truth,
            m_input.orderOfX,
            m_input.orderOfY,
            m_input.hints,
            m_input.earlier};
}

Matrix SpanReduction::lifted(const Matrix &rowsOfY, const RunContext &context) const
{
    return m_y ? m_y->lifted(rowsOfY, context) : rowsOfY;
}

CanonicalMetric SpanReduction::lifted(CanonicalMetric metric, const RunContext &context) const
{
    const auto lift = [&](const std::optional<SpannedSpace> &span, Matrix &rows) {
        if (span && rows.size() > 0)
            rows = span->lifted(rows, context);
    };
    lift(m_x, metric.directionsOfX);
    lift(m_x, metric.meanOfX);
    lift(m_y, metric.directionsOfY);
    lift(m_y, metric.meanOfY);
    return metric;
}

} // namespace anchorscope
