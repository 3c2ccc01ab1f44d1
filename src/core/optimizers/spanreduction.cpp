// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/spanreduction.h"

namespace anchorscope {

namespace {

/// Number of dimensions per item above which the span is used. With 1,000 items, `optimize` took 7.6 s of processor
/// time in the span. In all dimensions it took 7.9 s for 1,250 dimensions, 8.9 s for 1,500 and 11.6 s for 2,000.
constexpr Index wide = 2;

std::shared_ptr<const SpannedSpace> spanIfWide(const PreparedSpace &space, const RunContext &context)
{
    return space.dimension() > wide * space.size() ? std::make_shared<const SpannedSpace>(spanned(space, context))
                                                   : nullptr;
}

} // namespace

SpanReduction::SpanReduction(const PreparedSpace &x, const PreparedSpace &y, const RunContext &context)
    : m_x(&x), m_y(&y), m_spanOfX(spanIfWide(x, context)), m_spanOfY(spanIfWide(y, context))
{
}

OptimizeInput SpanReduction::input(const OptimizeInput &input) const
{
    return {x(),         y(),          input.anchorsOfX, input.seedsOfY, input.truth, input.orderOfX, input.orderOfY,
            input.hints, input.earlier};
}

SpanReduction SpanReduction::exchanged() const
{
    SpanReduction result;
    result.m_x = m_y;
    result.m_y = m_x;
    result.m_spanOfX = m_spanOfY;
    result.m_spanOfY = m_spanOfX;
    return result;
}

IterationCallback SpanReduction::lifting(const IterationCallback &onIteration, const RunContext &context) const
{
    if (!onIteration || !any())
        return onIteration;
    return [spans = *this, &onIteration, &context](const IterationView &view) {
        const CanonicalMetric metric = view.metric ? spans.lifted(*view.metric, context) : CanonicalMetric();
        onIteration(
            {view.stats, spans.lifted(view.anchorsOfY, context), view.correspondence, view.metric ? &metric : nullptr});
    };
}

void SpanReduction::lift(OptimizeSummary &summary, const RunContext &context) const
{
    if (!summary.hasResult())
        return;
    summary.anchorsOfY = lifted(summary.anchorsOfY, context);
    summary.metric = lifted(std::move(summary.metric), context);
}

Matrix SpanReduction::lifted(const Matrix &rowsOfY, const RunContext &context) const
{
    return m_spanOfY ? m_spanOfY->lifted(rowsOfY, context) : rowsOfY;
}

CanonicalMetric SpanReduction::lifted(CanonicalMetric metric, const RunContext &context) const
{
    const auto lift = [&](const std::shared_ptr<const SpannedSpace> &span, Matrix &rows) {
        if (span && rows.size() > 0)
            rows = span->lifted(rows, context);
    };
    lift(m_spanOfX, metric.directionsOfX);
    lift(m_spanOfX, metric.meanOfX);
    lift(m_spanOfY, metric.directionsOfY);
    lift(m_spanOfY, metric.meanOfY);
    return metric;
}

} // namespace anchorscope
