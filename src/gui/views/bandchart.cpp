// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/bandchart.h"

#include "gui/plot/labelplacement.h"
#include "gui/plot/ticks.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr double leftMargin = 72, rightMargin = 16, bottomMargin = 44, legendLine = 18;
constexpr double dotRadius = 3.5, nearEnough = 12;

} // namespace

BandChart::BandChart(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Curves"));
}

BandChart::~BandChart() = default;

void BandChart::setTitle(const QString &title)
{
    m_title = title;
    setAccessibleName(title.isEmpty() ? tr("Curves") : title);
    update();
}

void BandChart::setAxes(const QString &xTitle, const QString &yTitle, bool logarithmicX)
{
    m_xTitle = xTitle;
    m_yTitle = yTitle;
    m_logarithmicX = logarithmicX;
    fitRanges();
}

void BandChart::setSeries(std::vector<BandSeries> series)
{
    m_series = std::move(series);
    for (BandSeries &each : m_series) {
        each.name = shownName(each.name);
        each.labels = shownNames(each.labels);
    }
    m_current.reset();
    fitRanges();
}

void BandChart::setMessage(const QString &message)
{
    m_message = message;
    update();
}

void BandChart::fitRanges()
{
    Range x{1e300, -1e300}, y{1e300, -1e300};
    const auto take = [](Range &range, double value) {
        if (!std::isfinite(value))
            return;
        range.low = std::min(range.low, value);
        range.high = std::max(range.high, value);
    };
    for (const BandSeries &series : m_series) {
        for (std::size_t i = 0; i < series.x.size(); ++i) {
            take(x, series.x[i]);
            take(y, series.y[i] - series.below(i));
            take(y, series.y[i] + series.above(i));
        }
        if (series.kind == BandSeries::Kind::Bars)
            take(y, 0);
    }
    if (x.low > x.high)
        x = y = {0, 1};
    const auto widen = [](Range &range, double share) {
        const double room = range.high > range.low ? share * (range.high - range.low) : 0.5;
        range.low -= room;
        range.high += room;
    };
    const bool fromZero = y.low == 0;
    if (!m_logarithmicX)
        widen(x, 0.04);
    widen(y, 0.06);
    if (fromZero)
        y.low = 0;
    m_x = x;
    m_y = y;
    setAccessibleDescription(pointCount() > 0 ? tr("%1 over %2, %3 points").arg(m_yTitle, m_xTitle).arg(pointCount())
                                              : m_message);
    update();
}

int BandChart::pointCount() const
{
    std::size_t count = 0;
    for (const BandSeries &series : m_series)
        count += series.x.size();
    return static_cast<int>(count);
}

BandChart::Place BandChart::place(int point) const
{
    auto left = static_cast<std::size_t>(point);
    std::size_t series = 0;
    while (left >= m_series[series].x.size())
        left -= m_series[series++].x.size();
    return {series, left};
}

QString BandChart::pointText(int point) const
{
    const auto [which, i] = place(point);
    const BandSeries &series = m_series[which];
    QString text = static_cast<int>(i) < series.labels.size() ? series.labels[static_cast<int>(i)] : series.name;
    text += tr(": %1 at %2 = %3").arg(m_yTitle, m_xTitle, numberText(series.x[i]));
    text += tr(" is %1").arg(numberText(series.y[i]));
    if (i < series.bandAbove.size())
        return text + tr(" (%1 to %2)")
                          .arg(numberText(series.y[i] - series.below(i)), numberText(series.y[i] + series.above(i)));
    return i < series.band.size() ? text + " ± " + numberText(series.band[i]) : text;
}

QColor BandChart::colourOf(std::size_t series) const
{
    return categoricalPalette(std::max(2, static_cast<int>(m_series.size())))[series];
}

QRectF BandChart::area(const QSizeF &size) const
{
    const double top = (m_title.isEmpty() ? 8 : 28) + legendLine * legendLines(size);
    return {leftMargin, top, std::max(10.0, size.width() - leftMargin - rightMargin),
            std::max(10.0, size.height() - top - bottomMargin)};
}

double BandChart::along(double x) const
{
    if (m_logarithmicX && m_x.low > 0)
        return 0.03 + 0.94 * std::log(x / m_x.low) / std::max(1e-9, std::log(m_x.high / m_x.low));
    return (x - m_x.low) / (m_x.high - m_x.low);
}

QPointF BandChart::toPixel(const QRectF &area, double x, double y) const
{
    return {area.left() + along(x) * area.width(),
            area.bottom() - (y - m_y.low) / (m_y.high - m_y.low) * area.height()};
}

QPointF BandChart::positionOf(int point) const
{
    const auto [which, i] = place(point);
    return toPixel(area(size()), m_series[which].x[i], m_series[which].y[i]);
}

std::optional<int> BandChart::pointAt(QPointF position) const
{
    std::optional<int> best;
    double nearest = nearEnough;
    for (int i = 0; i < pointCount(); ++i) {
        if (const double distance = QLineF(positionOf(i), position).length(); distance < nearest) {
            nearest = distance;
            best = i;
        }
    }
    return best;
}

std::vector<double> BandChart::ticksOfX() const
{
    std::vector<double> ticks;
    if (m_logarithmicX && m_x.low > 0) {
        for (double power = std::pow(10, std::floor(std::log10(m_x.low))); power <= m_x.high * 1.001; power *= 10) {
            for (const double step : {1.0, 3.0}) {
                if (step * power >= m_x.low * 0.999 && step * power <= m_x.high * 1.001)
                    ticks.push_back(step * power);
            }
        }
        return ticks;
    }
    const double interval = tickInterval(m_x.high - m_x.low, 7);
    for (double tick = std::ceil(m_x.low / interval) * interval; tick <= m_x.high; tick += interval)
        ticks.push_back(std::abs(tick) < interval * 1e-6 ? 0 : tick);
    return ticks;
}

void BandChart::paintAxes(QPainter &painter, const QRectF &area) const
{
    const QFontMetrics metrics(painter.font());
    painter.fillRect(area, plotGround());
    const double interval = tickInterval(m_y.high - m_y.low, std::max(2, static_cast<int>(area.height() / 36)));
    for (double tick = std::ceil(m_y.low / interval) * interval; tick <= m_y.high; tick += interval) {
        const double y = toPixel(area, m_x.high, tick).y();
        painter.setPen(gridColour());
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(mutedText());
        painter.drawText(
            QRectF(18, y - 8, leftMargin - 24, 16), Qt::AlignRight | Qt::AlignVCenter,
            QLocale().toString(std::abs(tick) < interval * 1e-6 ? 0.0 : tick, 'f', tickDecimals(interval)));
    }
    double lastRight = -1e9;
    for (const double tick : ticksOfX()) {
        const double x = area.left() + along(tick) * area.width();
        painter.setPen(gridColour());
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        const QString text = numberText(tick);
        const double half = 0.5 * metrics.horizontalAdvance(text);
        if (x - half < lastRight + 6)
            continue;
        lastRight = x + half;
        painter.setPen(mutedText());
        painter.drawText(QRectF(x - half - 2, area.bottom() + 3, 2 * half + 4, 16), Qt::AlignCenter, text);
    }
    painter.setPen(axisColour());
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.drawLine(area.bottomLeft(), area.topLeft());
    painter.setPen(mutedText());
    painter.drawText(QRectF(area.left(), area.bottom() + 20, area.width(), 18), Qt::AlignCenter,
                     metrics.elidedText(m_xTitle, Qt::ElideRight, static_cast<int>(area.width())));
    painter.save();
    painter.translate(4, area.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-area.height() / 2, 0, area.height(), 16), Qt::AlignCenter,
                     metrics.elidedText(m_yTitle, Qt::ElideRight, static_cast<int>(area.height())));
    painter.restore();
}

void BandChart::paintSeries(QPainter &painter, const QRectF &area, std::size_t which) const
{
    const BandSeries &series = m_series[which];
    const QColor colour = colourOf(which);
    const QColor pale(colour.red(), colour.green(), colour.blue(), 56);
    QPolygonF line, upper, lower;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (!std::isfinite(series.y[i]))
            continue;
        line << toPixel(area, series.x[i], series.y[i]);
        upper << toPixel(area, series.x[i], series.y[i] + series.above(i));
        lower.prepend(toPixel(area, series.x[i], series.y[i] - series.below(i)));
    }
    if (series.kind == BandSeries::Kind::Bars) {
        const double width = line.size() > 1 ? line[1].x() - line[0].x() : area.width();
        painter.setPen(QPen(colour, 1));
        painter.setBrush(pale);
        for (const QPointF &top : line)
            painter.drawRect(QRectF(top.x() - width / 2, top.y(), width, area.bottom() - top.y()));
        return;
    }
    painter.setBrush(pale);
    painter.setPen(Qt::NoPen);
    if (!series.band.empty() && series.kind == BandSeries::Kind::Line)
        painter.drawPolygon(upper + lower);
    if (series.kind == BandSeries::Kind::Line) {
        painter.setPen(QPen(colour, 2, series.dashed ? Qt::DashLine : Qt::SolidLine));
        painter.drawPolyline(line);
    }
    const bool dense = series.kind == BandSeries::Kind::Line && line.size() * 4 * dotRadius > area.width();
    if (series.dashed || dense) // the line says it
        return;
    painter.setPen(QPen(plotGround(), 1));
    painter.setBrush(colour);
    for (const QPointF &point : line)
        painter.drawEllipse(point, dotRadius, dotRadius);
}

std::vector<QRectF> BandChart::legendPlaces(const QSizeF &size) const
{
    std::vector<QRectF> places;
    if (m_series.size() < 2)
        return places;
    const QFontMetricsF metrics(smallFont());
    double x = leftMargin, y = m_title.isEmpty() ? 6 : 26;
    for (const BandSeries &series : m_series) {
        const double wide = metrics.horizontalAdvance(series.name) + 26;
        if (x + wide > size.width() && x > leftMargin) {
            x = leftMargin;
            y += legendLine;
        }
        places.emplace_back(x, y, wide, 16);
        x += wide;
    }
    return places;
}

int BandChart::legendLines(const QSizeF &size) const
{
    const std::vector<QRectF> places = legendPlaces(size);
    return places.empty() ? 0 : 1 + static_cast<int>((places.back().top() - places.front().top()) / legendLine);
}

void BandChart::paintLegend(QPainter &painter, const QSizeF &size) const
{
    const std::vector<QRectF> places = legendPlaces(size);
    painter.setPen(textColour());
    for (std::size_t i = 0; i < places.size(); ++i) {
        painter.fillRect(QRectF(places[i].topLeft() + QPointF(0, 5), QSizeF(12, 6)), colourOf(i));
        painter.drawText(places[i].adjusted(16, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, m_series[i].name);
    }
}

void BandChart::paintAll(QPainter &painter, const QSizeF &size) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(textColour());
    painter.setFont(titleFont());
    painter.drawText(QRectF(leftMargin, 4, size.width() - leftMargin, 20), Qt::AlignLeft | Qt::AlignVCenter, m_title);
    painter.setFont(smallFont());
    if (m_series.empty()) {
        painter.setPen(mutedText());
        painter.drawText(QRectF(QPointF(), size), Qt::AlignCenter | Qt::TextWordWrap, m_message);
        return;
    }
    const QRectF plot = area(size);
    paintAxes(painter, plot);
    painter.save();
    painter.setClipRect(plot.adjusted(-5, -5, 5, 5));
    for (std::size_t i = 0; i < m_series.size(); ++i)
        paintSeries(painter, plot, i);
    painter.restore();
    paintNames(painter, plot);
    paintLegend(painter, size);
}

/// Dots have their names beside them, as far as there is room; the tooltip has all of them.
void BandChart::paintNames(QPainter &painter, const QRectF &area) const
{
    const QFontMetricsF metrics(painter.font());
    std::vector<LabelRequest> requests;
    QStringList names;
    for (const BandSeries &series : m_series) {
        for (std::size_t i = 0; i < series.x.size() && static_cast<qsizetype>(i) < series.labels.size(); ++i) {
            names << metrics.elidedText(series.labels[static_cast<int>(i)], Qt::ElideMiddle, 160);
            const QPointF at = toPixel(area, series.x[i], series.y[i]);
            requests.push_back({{at.x(), -at.y()}, metrics.size(0, names.back()) + QSizeF(2, 0), 5});
        }
    }
    painter.setPen(textColour());
    const std::vector<QRectF> boxes = placeLabels(requests, 1);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (!boxes[i].isNull() && area.contains(boxes[i]))
            painter.drawText(boxes[i], Qt::AlignCenter, names[static_cast<int>(i)]);
    }
}

void BandChart::drawPlot(QPainter &painter, const QSizeF &size)
{
    paintAll(painter, size);
}

void BandChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintAll(painter, size());
    if (!m_current || !hasFocus())
        return;
    painter.setPen(QPen(accent(), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(positionOf(*m_current), dotRadius + 4, dotRadius + 4);
}

void BandChart::keyPressEvent(QKeyEvent *event)
{
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step == 0 || pointCount() == 0)
        return QWidget::keyPressEvent(event);
    m_current = std::clamp(m_current.value_or(step > 0 ? -1 : pointCount()) + step, 0, pointCount() - 1);
    setAccessibleDescription(pointText(*m_current));
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    update();
}

bool BandChart::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    if (const auto point = pointAt(help->pos()))
        QToolTip::showText(help->globalPos(), tooltipText(pointText(*point)), this);
    else
        QToolTip::hideText();
    return true;
}

} // namespace anchorscope::gui
