// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/histogramview.h"

#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "gui/views/plotchart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>

namespace anchorscope::gui {

namespace {

QString number(double value)
{
    return std::abs(value) >= 1000 ? QLocale().toString(value, 'f', 0) : QLocale().toString(value, 'g', 3);
}

} // namespace

HistogramView::HistogramView(QWidget *parent) : LineChart(parent), m_counts(bins, 0)
{
    setMinimumSize(180, 96);
    setCursor(Qt::CrossCursor);
    describe();
}

void HistogramView::setValues(const std::vector<float> &values, const Extent &extent, const QString &axisTitle)
{
    m_extent = extent;
    m_axisTitle = axisTitle;
    m_brush.reset();
    m_counts.assign(bins, 0);
    m_total = 0;
    const auto place = [&](double value) { return extent.logarithmic ? std::log(std::max(value, extent.low)) : value; };
    const double low = place(extent.low), size = place(extent.high) - low;
    for (const float value : values) {
        if (!std::isfinite(value) || !(size > 0))
            continue;
        const double share = std::clamp((place(value) - low) / size, 0.0, 1.0);
        ++m_counts[static_cast<std::size_t>(std::min(static_cast<int>(share * bins + 1e-9), bins - 1))];
        ++m_total;
    }
    setAxes({}, {}, extent.logarithmic ? Scale::LogX : Scale::Linear);
    const int highest = *std::ranges::max_element(m_counts);
    chart()->setHeader({}, m_total == 0 ? QString()
                                        : (extent.logarithmic ? tr("%1 · items per bar, logarithmic, at most %2")
                                                              : tr("%1 · items per bar, at most %2"))
                                              .arg(axisTitle, QLocale().toString(highest)));
    showBars();
}

/// Draws the bars; with logarithmic heights if one value (e.g. rank 1) is by far the most frequent.
void HistogramView::showBars()
{
    if (m_total == 0)
        return setSeries({});
    // Minimum height of a bar as a share of the axis, so that a bar for one item among thousands is visible.
    constexpr double least = 0.02;
    const double highest = *std::ranges::max_element(m_counts);
    const auto [first, last] =
        m_brush ? std::pair<int, int>(std::minmax(m_brush->first, m_brush->second)) : std::pair<int, int>(bins, -1);
    Series others{{}, {}, neutralPoint()}, chosen{{}, {}, accent()}, range{{}, {}, accent()};
    others.kind = chosen.kind = Series::Kind::Bars;
    others.opacity = chosen.opacity = 1;
    for (int bin = 0; bin < bins; ++bin) {
        const double share = m_extent.logarithmic ? std::log1p(count(bin)) / std::log1p(highest) : count(bin) / highest;
        const bool inside = bin >= first && bin <= last;
        for (Series *series : {&others, &chosen}) {
            series->x.push_back(edge(bin + 0.5));
            series->y.push_back(count(bin) == 0 || inside != (series == &chosen)
                                    ? std::numeric_limits<double>::quiet_NaN()
                                    : std::max(least, share));
        }
    }
    if (!m_brush)
        return setSeries({others});
    range.x = {edge(first), edge(last + 1)};
    range.y = range.high = {1, 1};
    range.low = {0, 0};
    range.dashed = true;
    range.opacity = 0.12F;
    setSeries({range, others, chosen});
}

void HistogramView::setBrush(Brush brush)
{
    if (m_brush == brush)
        return;
    m_brush = brush;
    showBars();
}

std::optional<HistogramView::Range> HistogramView::brush() const
{
    if (!m_brush)
        return {};
    const auto [first, last] = std::minmax(m_brush->first, m_brush->second);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return Range{first == 0 ? -infinity : edge(first), last == bins - 1 ? infinity : edge(last + 1)};
}

double HistogramView::edge(double bin) const
{
    const double share = bin / bins;
    return m_extent.logarithmic ? m_extent.low * std::pow(m_extent.high / m_extent.low, share)
                                : m_extent.low + share * (m_extent.high - m_extent.low);
}

QRectF HistogramView::barRect(int bin) const
{
    const QRectF plot = chart()->plotArea();
    return {plot.left() + plot.width() * bin / bins, plot.top(), plot.width() / bins, plot.height()};
}

int HistogramView::binAt(double x) const
{
    const QRectF plot = chart()->plotArea();
    return std::clamp(static_cast<int>((x - plot.left()) / std::max(1.0, plot.width()) * bins), 0, bins - 1);
}

void HistogramView::restyle()
{
    LineChart::restyle();
    showBars();
}

void HistogramView::announce()
{
    if (const auto range = brush())
        Q_EMIT brushed(range->low, range->high);
}

void HistogramView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || m_total == 0)
        return QWidget::mousePressEvent(event);
    const int bin = binAt(event->position().x());
    setBrush({{bin, bin}});
}

void HistogramView::mouseMoveEvent(QMouseEvent *event)
{
    if ((event->buttons() & Qt::LeftButton) && m_brush)
        setBrush({{m_brush->first, binAt(event->position().x())}});
}

void HistogramView::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        announce();
}

void HistogramView::keyPressEvent(QKeyEvent *event)
{
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (m_total == 0 || (step == 0 && !enter))
        return QWidget::keyPressEvent(event);
    if (enter)
        return announce();
    const int to = m_brush ? std::clamp(m_brush->second + step, 0, bins - 1) : step > 0 ? 0 : bins - 1;
    setBrush({{m_brush && event->modifiers().testFlag(Qt::ShiftModifier) ? m_brush->first : to, to}});
}

bool HistogramView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return LineChart::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    QToolTip::showText(help->globalPos(), m_total > 0 ? tooltipText(barText(binAt(help->pos().x()))) : QString(), this);
    return true;
}

QString HistogramView::barText(int bin) const
{
    return tr("%1 from %2 to %3: %4 of %5 items")
        .arg(m_axisTitle, number(edge(bin)), number(edge(bin + 1)), QLocale().toString(count(bin)),
             QLocale().toString(m_total));
}

void HistogramView::describe()
{
    if (m_total == 0)
        return LineChart::describe();
    const auto most = std::ranges::max_element(m_counts) - m_counts.begin();
    QString text = tr("%1 items; most of them: %2").arg(QLocale().toString(m_total), barText(static_cast<int>(most)));
    if (m_brush)
        text += tr(". Brush from bar %1 to bar %2 of %3").arg(m_brush->first + 1).arg(m_brush->second + 1).arg(bins);
    setAccessibleDescription(text);
}

} // namespace anchorscope::gui
