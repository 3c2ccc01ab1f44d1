// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/histogramview.h"

#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "gui/views/plotchart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>

namespace anchorscope::gui {

namespace {

constexpr double margin = 6;

QString number(double value)
{
    return std::abs(value) >= 1000 ? QLocale().toString(value, 'f', 0) : QLocale().toString(value, 'g', 3);
}

} // namespace

HistogramView::HistogramView(QWidget *parent) : QWidget(parent), m_counts(bins, 0)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setCursor(Qt::CrossCursor);
    describe();
}

void HistogramView::setValues(const std::vector<float> &values, const Scale &scale, const QString &axisTitle)
{
    m_scale = scale;
    m_axisTitle = axisTitle;
    m_brush.reset();
    m_counts.assign(bins, 0);
    m_total = 0;
    const auto place = [&](double value) { return scale.logarithmic ? std::log(std::max(value, scale.low)) : value; };
    const double low = place(scale.low), size = place(scale.high) - low;
    for (const float value : values) {
        if (!std::isfinite(value) || !(size > 0))
            continue;
        const double share = std::clamp((place(value) - low) / size, 0.0, 1.0);
        ++m_counts[static_cast<std::size_t>(std::min(static_cast<int>(share * bins + 1e-9), bins - 1))];
        ++m_total;
    }
    update();
    describe();
}

void HistogramView::setMessage(const QString &message)
{
    m_message = message;
    update();
    describe();
}

void HistogramView::clearBrush()
{
    m_brush.reset();
    update();
}

std::optional<HistogramView::Range> HistogramView::brush() const
{
    if (!m_brush)
        return {};
    const auto [first, last] = std::minmax(m_brush->first, m_brush->second);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return Range{first == 0 ? -infinity : edge(first), last == bins - 1 ? infinity : edge(last + 1)};
}

double HistogramView::edge(int bin) const
{
    const double share = static_cast<double>(bin) / bins;
    return m_scale.logarithmic ? m_scale.low * std::pow(m_scale.high / m_scale.low, share)
                               : m_scale.low + share * (m_scale.high - m_scale.low);
}

QRectF HistogramView::plotOf(const QSizeF &size) const
{
    const double line = QFontMetricsF(smallFont()).height();
    return QRectF(QPointF(), size).adjusted(margin, line + 4, -margin, -2 * line - 6);
}

QRectF HistogramView::barRect(int bin) const
{
    const QRectF plot = plotOf(size());
    return {plot.left() + plot.width() * bin / bins, plot.top(), plot.width() / bins, plot.height()};
}

int HistogramView::binAt(double x) const
{
    const QRectF plot = plotOf(size());
    return std::clamp(static_cast<int>((x - plot.left()) / std::max(1.0, plot.width()) * bins), 0, bins - 1);
}

void HistogramView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paint(painter, size());
    if (hasFocus()) {
        painter.setPen(QPen(accent(), 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void HistogramView::drawPlot(QPainter &painter, const QSizeF &size)
{
    paint(painter, size);
}

/// Where one value is by far the most frequent (rank 1), the others are still to be compared.
double HistogramView::heightShare(double items, double highest) const
{
    return m_scale.logarithmic ? std::log1p(items) / std::log1p(highest) : items / highest;
}

void HistogramView::paint(QPainter &painter, const QSizeF &size) const
{
    painter.setFont(smallFont());
    const QRectF plot = plotOf(size);
    if (m_total == 0) {
        painter.setPen(mutedText());
        painter.drawText(QRectF(QPointF(), size).adjusted(12, 0, -12, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         m_message);
        return;
    }
    painter.fillRect(plot, plotGround());
    const double highest = *std::max_element(m_counts.begin(), m_counts.end());
    const std::pair<int, int> none(bins, -1);
    const std::pair<int, int> chosen =
        m_brush ? std::pair<int, int>(std::minmax(m_brush->first, m_brush->second)) : none;
    for (int bin = 0; bin < bins; ++bin) {
        const QRectF full(plot.left() + plot.width() * bin / bins, plot.top(), plot.width() / bins, plot.height());
        const bool inside = bin >= chosen.first && bin <= chosen.second;
        if (inside) {
            QColor band = accent();
            band.setAlphaF(0.12f);
            painter.fillRect(full, band);
        }
        if (count(bin) == 0)
            continue;
        // A bar of one item among thousands is still to be seen.
        const double height = std::max(1.5, full.height() * heightShare(count(bin), highest));
        painter.fillRect(QRectF(full.left() + 0.5, full.bottom() - height, full.width() - 1, height),
                         inside ? accent() : neutralPoint());
    }
    painter.setPen(axisColour());
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    paintAxis(painter, plot);
    painter.setPen(mutedText());
    painter.drawText(
        QRectF(plot.left(), 0, plot.width(), plot.top()), Qt::AlignLeft | Qt::AlignVCenter,
        (m_scale.logarithmic ? tr("items per bar, logarithmic, at most %1") : tr("items per bar, at most %1"))
            .arg(QLocale().toString(static_cast<int>(highest))));
}

void HistogramView::paintAxis(QPainter &painter, const QRectF &plot) const
{
    const double line = QFontMetricsF(painter.font()).height();
    painter.setPen(mutedText());
    const auto label = [&](double share, double value) {
        const double x = plot.left() + plot.width() * share, width = 80;
        const double left = std::clamp(x - width / 2, plot.left(), plot.right() - width);
        const Qt::Alignment side = left > x - width / 2   ? Qt::AlignLeft
                                   : left < x - width / 2 ? Qt::AlignRight
                                                          : Qt::AlignHCenter;
        painter.drawText(QRectF(left, plot.bottom() + 2, width, line), side, number(value));
    };
    if (m_scale.logarithmic) {
        const double decades = std::log10(m_scale.high / m_scale.low);
        for (double power = 0; power <= decades; power += std::max(1.0, std::ceil(decades / 6)))
            label(power / decades, m_scale.low * std::pow(10, power));
    } else {
        constexpr int labels = 4;
        for (int i = 0; i <= labels; ++i)
            label(static_cast<double>(i) / labels, edge(i * bins / labels));
    }
    painter.drawText(QRectF(plot.left(), plot.bottom() + 3 + line, plot.width(), line), Qt::AlignHCenter, m_axisTitle);
}

void HistogramView::setBrush(int from, int to)
{
    const auto brush = std::pair(std::clamp(from, 0, bins - 1), std::clamp(to, 0, bins - 1));
    if (m_brush == brush)
        return;
    m_brush = brush;
    update();
    describe();
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
    setBrush(bin, bin);
}

void HistogramView::mouseMoveEvent(QMouseEvent *event)
{
    if ((event->buttons() & Qt::LeftButton) && m_brush)
        setBrush(m_brush->first, binAt(event->position().x()));
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
    if (!m_brush) {
        setBrush(step > 0 ? 0 : bins - 1, step > 0 ? 0 : bins - 1);
        return;
    }
    const int to = m_brush->second + step;
    setBrush(event->modifiers().testFlag(Qt::ShiftModifier) ? m_brush->first : to, to);
}

bool HistogramView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
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
    if (m_total == 0) {
        setAccessibleDescription(m_message);
        return;
    }
    const auto most = std::max_element(m_counts.begin(), m_counts.end()) - m_counts.begin();
    QString text = tr("%1 items; most of them: %2").arg(QLocale().toString(m_total), barText(static_cast<int>(most)));
    if (m_brush)
        text += tr(". Brush from bar %1 to bar %2 of %3").arg(m_brush->first + 1).arg(m_brush->second + 1).arg(bins);
    setAccessibleDescription(text);
}

} // namespace anchorscope::gui
