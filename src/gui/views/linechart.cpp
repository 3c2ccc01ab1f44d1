// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/linechart.h"

#include "gui/plot/curvepoints.h"
#include "gui/plot/labelplacement.h"
#include "gui/plot/ticks.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "gui/views/plotchart.h"

#include <QAreaSeries>
#include <QCategoryAxis>
#include <QChartView>
#include <QGraphicsEllipseItem>
#include <QGraphicsLineItem>
#include <QGraphicsRectItem>
#include <QGraphicsSimpleTextItem>
#include <QLineSeries>
#include <QLocale>
#include <QPen>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace anchorscope::gui {

namespace {

// Maximum number of pixel columns to which a curve is reduced; each column has two points.
constexpr int maxColumns = 2000;
constexpr double tickSpacing = 80, dotRadius = 3.5, nameWidth = 160;

/// Replaces the ticks of an axis; false if they are unchanged. `start`: a value below all ticks.
bool showTicks(QCategoryAxis &axis, const std::vector<AxisTick> &ticks, double start)
{
    const QStringList before = axis.categoriesLabels();
    bool same = before.size() == static_cast<qsizetype>(ticks.size());
    for (std::size_t i = 0; same && i < ticks.size(); ++i)
        same = before[static_cast<qsizetype>(i)] == ticks[i].label && axis.endValue(ticks[i].label) == ticks[i].at;
    if (same)
        return false;
    for (const QString &label : before)
        axis.remove(label);
    axis.setStartValue(start);
    for (const AxisTick &tick : ticks)
        axis.append(tick.label, tick.at);
    return true;
}

/// Outline of bars from the base line. `width`: distance between bars.
QList<QPointF> barOutline(const QList<QPointF> &tops, double width)
{
    constexpr double share = 0.46; // half the width of a bar, as a share of the distance between bars
    QList<QPointF> outline;
    for (const QPointF &top : tops) {
        const double left = top.x() - share * width, right = top.x() + share * width;
        outline << QPointF(left, 0) << QPointF(left, top.y()) << QPointF(right, top.y()) << QPointF(right, 0);
    }
    return outline;
}

QString numberText(double value)
{
    return QLocale().toString(value, 'g', 4);
}

} // namespace

LineChart::LineChart(QWidget *parent)
    : QWidget(parent), m_chart(new PlotChart), m_horizontal(new QCategoryAxis), m_vertical(new QCategoryAxis),
      m_markerLine(new QGraphicsLineItem(m_chart)), m_cursorLine(new QGraphicsLineItem(m_chart)),
      m_plate(new QGraphicsRectItem(m_chart)), m_readout(new QGraphicsSimpleTextItem(m_chart)),
      m_ring(new QGraphicsEllipseItem(m_chart))
{
    auto *canvas = new QChartView(m_chart, this);
    canvas->setAcceptDrops(false); // leaves dropped files to the window
    canvas->setFrameShape(QFrame::NoFrame);
    canvas->setFocusPolicy(Qt::NoFocus);
    canvas->setBackgroundBrush(Qt::NoBrush);
    canvas->viewport()->setAutoFillBackground(false);
    canvas->setRenderHint(QPainter::Antialiasing);
    canvas->setAttribute(Qt::WA_TransparentForMouseEvents);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(canvas);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(180, 120);
    setAccessibleName(tr("Curves"));
    m_chart->showFocusOf(this);
    for (QCategoryAxis *axis : {m_horizontal, m_vertical})
        axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    m_chart->setAxes(m_horizontal, m_vertical);
    for (QGraphicsItem *item :
         std::initializer_list<QGraphicsItem *>{m_markerLine, m_cursorLine, m_plate, m_readout, m_ring}) {
        item->setZValue(5);
        item->hide();
    }
    connect(m_chart, &PlotChart::plotAreaChanged, this, &LineChart::redraw, Qt::QueuedConnection);
    LineChart::restyle();
}

LineChart::~LineChart() = default;

void LineChart::setTitle(const QString &title, const QString &subtitle)
{
    m_chart->setHeader(title, subtitle);
    setAccessibleName(title.isEmpty() ? tr("Curves") : title);
}

void LineChart::setAxes(const QString &xTitle, const QString &yTitle, Scale scale)
{
    m_xTitle = xTitle;
    m_yTitle = yTitle;
    m_scale = scale;
    m_horizontal->setTitleText(xTitle);
    m_vertical->setTitleText(yTitle);
    m_vertical->setLabelsVisible(!yTitle.isEmpty());
    m_chart->restyle();
    redraw();
}

void LineChart::setSeries(const std::vector<Series> &series)
{
    m_series = series;
    for (Series &each : m_series) {
        each.name = shownName(each.name);
        each.labels = shownNames(each.labels);
    }
    m_current.reset();
    if (!overIterations()) // the cursor shows an iteration
        m_cursor.reset();
    redraw();
}

void LineChart::setStages(const std::vector<Stage> &stages)
{
    if (stages == m_stages)
        return;
    m_stages = stages;
    for (const StageMark &mark : m_stageMarks) {
        delete mark.line;
        delete mark.name;
    }
    m_stageMarks.clear();
    for (std::size_t i = 0; m_stages.size() > 1 && i < m_stages.size(); ++i) {
        m_stageMarks.push_back(
            {new QGraphicsLineItem(m_chart), new QGraphicsSimpleTextItem(m_stages[i].name, m_chart)});
        m_stageMarks.back().line->setZValue(4);
        m_stageMarks.back().name->setZValue(4);
    }
    restyle();
    placeLines();
    describe();
}

void LineChart::setMarker(std::optional<double> x)
{
    m_marker = x;
    placeLines();
}

void LineChart::setMessage(const QString &message)
{
    m_message = message;
    redraw();
}

bool LineChart::overIterations() const
{
    return std::ranges::all_of(m_series, [](const Series &series) { return series.x.empty(); });
}

std::size_t LineChart::length() const
{
    std::size_t longest = 0;
    for (const Series &series : m_series)
        longest = std::max(longest, series.y.size());
    return longest;
}

int LineChart::pointCount() const
{
    std::size_t count = 0;
    for (const Series &series : m_series)
        count += series.y.size();
    return static_cast<int>(count);
}

LineChart::Place LineChart::place(int point) const
{
    auto left = static_cast<std::size_t>(point);
    std::size_t series = 0;
    while (left >= m_series[series].y.size())
        left -= m_series[series++].y.size();
    return {m_series[series], left};
}

QString LineChart::pointText(int point) const
{
    const auto [series, i] = place(point);
    const double x = series.x.empty() ? static_cast<double>(i + 1) : series.x[i], y = series.y[i];
    QString text = series.labels.value(static_cast<qsizetype>(i), series.name);
    text += tr(": %1 at %2 = %3").arg(m_yTitle, m_xTitle, numberText(x));
    text += tr(" is %1").arg(numberText(y));
    if (i >= series.low.size())
        return text;
    const double below = y - series.low[i], above = series.high[i] - y;
    if (std::abs(above - below) <= 1e-9 * std::max({std::abs(y), above, below}))
        return text + QStringLiteral(" ± ") + numberText(above);
    return text + tr(" (%1 to %2)").arg(numberText(series.low[i]), numberText(series.high[i]));
}

double LineChart::alongX(double x) const
{
    return m_scale == Scale::LogX ? std::log10(x) : x;
}

double LineChart::placeOf(double alongAxis) const
{
    const QRectF plot = m_chart->plotArea();
    if (m_horizontal->max() <= m_horizontal->min())
        // Any finite position is suitable for a chart without values; NaN and ∞ would break the scene's index.
        return plot.left();
    return plot.left() + (alongAxis - m_horizontal->min()) / (m_horizontal->max() - m_horizontal->min()) * plot.width();
}

QPointF LineChart::positionOf(int point) const
{
    const auto [series, i] = place(point);
    const double y = m_scale == Scale::LogY ? std::log10(series.y[i]) : series.y[i];
    const QRectF plot = m_chart->plotArea();
    return {placeOf(series.x.empty() ? static_cast<double>(i + 1) : alongX(series.x[i])),
            plot.bottom() - (y - m_vertical->min()) / (m_vertical->max() - m_vertical->min()) * plot.height()};
}

QColor LineChart::colourOf(std::size_t series) const
{
    if (m_series[series].colour.isValid())
        return m_series[series].colour;
    if (m_series.size() == 1)
        return accent();
    return categoricalPalette(static_cast<int>(m_series.size()))[series];
}

void LineChart::removeLast()
{
    const Drawn last = m_drawn.back();
    m_chart->removeSeries(last.line);
    if (last.band) {
        m_chart->removeSeries(last.band);
        delete last.band; // deleting the band also deletes the lines at its edges
    }
    delete last.line;
    m_drawn.pop_back();
}

void LineChart::add(QAbstractSeries *series)
{
    m_chart->addSeries(series);
    series->attachAxis(m_horizontal);
    series->attachAxis(m_vertical);
}

void LineChart::matchSeries()
{
    while (m_drawn.size() > m_series.size())
        removeLast();
    while (m_drawn.size() < m_series.size()) {
        m_drawn.push_back({new QLineSeries, nullptr});
        add(m_drawn.back().line);
        m_drawn.back().line->setMarkerSize(dotRadius);
    }
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        auto &[line, band] = m_drawn[i];
        const Series &series = m_series[i];
        line->setName(series.name);
        const Qt::PenStyle style = series.kind == Series::Kind::Dots ? Qt::NoPen
                                   : series.dashed                   ? Qt::DashLine
                                                                     : Qt::SolidLine;
        const QPen pen(colourOf(i), 1.6, style, Qt::RoundCap, Qt::RoundJoin);
        if (line->pen() != pen)
            line->setPen(pen);
        if (!band && (!series.low.empty() || series.kind == Series::Kind::Bars)) {
            band = new QAreaSeries(new QLineSeries, new QLineSeries);
            band->upperSeries()->setParent(band);
            band->lowerSeries()->setParent(band);
            add(band);
        }
        if (band) {
            QColor inside = colourOf(i);
            inside.setAlphaF(series.opacity);
            band->setBrush(inside);
            band->setPen(Qt::NoPen);
        }
    }
    showLegend();
}

void LineChart::showLegend()
{
    std::vector<LegendEntry> legend;
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        const LegendEntry entry{m_series[i].name, colourOf(i), 0};
        // A curve with gaps consists of several series with the same name, which share one entry in the legend.
        if (std::ranges::find(legend, entry) == legend.end())
            legend.push_back(entry);
    }
    if (legend.size() < 2 || legend[0].name.isEmpty())
        legend.clear();
    if (legend != m_legend) {
        m_legend = std::move(legend);
        m_chart->setLegendEntries(m_legend);
    }
}

QList<QPointF> LineChart::pointsOf(const Series &series, std::span<const double> y) const
{
    const bool logarithmic = m_scale == Scale::LogY;
    if (series.x.empty())
        return curvePoints(y, std::clamp(static_cast<int>(m_chart->plotArea().width()), 50, maxColumns), logarithmic);
    QList<QPointF> points = curvePoints(y, static_cast<int>(y.size()), logarithmic);
    for (QPointF &at : points)
        at.setX(alongX(series.x[static_cast<std::size_t>(at.x()) - 1]));
    points.removeIf([](const QPointF &at) { return !std::isfinite(at.x()); });
    return points;
}

void LineChart::redraw()
{
    m_chart->setMessage(empty() ? m_message : QString());
    matchSeries();
    std::optional<Range> range;
    const auto take = [&](double y) {
        range = range ? Range{std::min(range->low, y), std::max(range->high, y)} : Range{y, y};
    };
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        const Series &series = m_series[i];
        const QList<QPointF> points = pointsOf(series, series.y);
        drawSeries(m_drawn[i], series, points);
        for (const QPointF &at : points)
            take(at.y());
        if (series.kind == Series::Kind::Bars)
            take(0);
        for (const std::vector<double> *edge : {&series.low, &series.high})
            for (const QPointF &at : pointsOf(series, *edge))
                take(at.y());
    }
    updateAxes(range);
    placeLines();
    describe();
}

void LineChart::drawSeries(const Drawn &drawn, const Series &series, const QList<QPointF> &points)
{
    QList<QPointF> line = points, lower, upper;
    if (series.kind == Series::Kind::Bars) {
        upper = line = barOutline(points, barWidth(series));
        if (!line.isEmpty())
            lower = {line.front(), line.back()};
    } else if (drawn.band) {
        lower = pointsOf(series, series.low);
        upper = pointsOf(series, series.high);
    }
    const bool dense = static_cast<double>(points.size()) * 4 * dotRadius > m_chart->plotArea().width();
    // A curve with a single value is drawn as a dot, because a line needs two values.
    const bool dots = series.x.empty() ? points.size() == 1
                                       : series.kind == Series::Kind::Dots ||
                                             (series.kind == Series::Kind::Line && !series.dashed && !dense);
    drawn.line->replace(line);
    drawn.line->setPointsVisible(dots);
    if (!drawn.band)
        return;
    drawn.band->lowerSeries()->replace(lower);
    drawn.band->upperSeries()->replace(upper);
    drawn.band->setVisible(!upper.isEmpty());
}

double LineChart::barWidth(const Series &series) const
{
    if (series.kind != Series::Kind::Bars)
        return 0;
    return series.x.size() > 1 ? alongX(series.x[1]) - alongX(series.x[0]) : 1;
}

LineChart::Range LineChart::horizontalRange() const
{
    if (overIterations())
        return {1, std::max<double>(2, static_cast<double>(length()))};
    constexpr double margin = 0.04;
    std::optional<Range> range;
    bool bars = false;
    for (const Series &series : m_series) {
        const double width = barWidth(series);
        bars |= width > 0;
        for (const double x : series.x) {
            const double low = alongX(x) - width / 2, high = alongX(x) + width / 2;
            if (std::isfinite(low))
                range = range ? Range{std::min(range->low, low), std::max(range->high, high)} : Range{low, high};
        }
    }
    const Range x = range.value_or(Range{0, 1});
    const double room = x.high <= x.low ? 0.5 : bars ? 0 : margin * (x.high - x.low);
    return {x.low - room, x.high + room};
}

void LineChart::updateAxes(std::optional<Range> values)
{
    constexpr double margin = 0.06;
    const Range y = values.value_or(Range{0, 1});
    const double size = y.high - y.low;
    const double least = m_scale == Scale::LogY ? 0.02 : std::max(1e-9, std::abs(y.high) * 0.02);
    const double room = std::max(size * margin, (least - size) / 2);
    const bool fromZero = y.low == 0 && !overIterations();
    updateTicks(horizontalRange(), {fromZero ? 0 : y.low - room, y.high + room});
}

void LineChart::updateTicks(Range x, Range y)
{
    const int mostX = static_cast<int>(std::max(2.0, m_chart->plotArea().width() / tickSpacing));
    showTicks(*m_horizontal,
              overIterations()         ? iterationTicks(x.high, mostX)
              : m_scale == Scale::LogX ? logTicks(x.low, x.high, mostX)
                                       : linearTicks(x.low, x.high, mostX),
              x.low - 1);
    m_horizontal->setRange(x.low, x.high);
    const int mostY = std::max(2, static_cast<int>(m_chart->plotArea().height() / 36));
    const std::vector<AxisTick> ticks =
        m_scale == Scale::LogY ? logTicks(y.low, y.high, mostY) : linearTicks(y.low, y.high, mostY);
    if (showTicks(*m_vertical, ticks, y.low - 1)) {
        const auto widest = std::ranges::max_element(ticks, {}, [](const AxisTick &each) { return each.label.size(); });
        m_chart->setSampleLabel(!m_vertical->labelsVisible() ? QString()
                                : widest == ticks.end()      ? QStringLiteral("0.0")
                                                             : widest->label);
    }
    m_vertical->setRange(y.low, y.high);
}

/// Places the names of stages. A narrow stage that follows a named one has a shorter name, without its first words:
/// “30” after “smoothing 60”.
void LineChart::placeStages()
{
    constexpr double inset = 4;
    const QRectF plot = m_chart->plotArea();
    for (std::size_t i = 0; i < m_stageMarks.size(); ++i) {
        const StageMark &mark = m_stageMarks[i];
        const double begin = placeOf(m_stages[i].from);
        const double end = i + 1 < m_stages.size() ? placeOf(m_stages[i + 1].from) : plot.right();
        mark.line->setLine(begin, plot.top(), begin, plot.bottom());
        mark.line->setVisible(i > 0 && !empty());
        mark.name->setPos(begin + inset, plot.top() + 2);
        const auto fits = [&] { return begin + inset + mark.name->boundingRect().width() < end; };
        mark.name->setText(m_stages[i].name);
        while (i > 0 && m_stageMarks[i - 1].name->isVisible() && !fits() && mark.name->text().contains(' '))
            mark.name->setText(mark.name->text().section(' ', 1));
        mark.name->setVisible(!empty() && fits());
    }
}

void LineChart::placeLines()
{
    placeStages();
    placeNames();
    const QRectF plot = m_chart->plotArea();
    const auto place = [&](QGraphicsLineItem *line, std::optional<double> x) {
        const bool visible = x && !empty() && *x >= m_horizontal->min() && *x <= m_horizontal->max();
        line->setVisible(visible);
        if (visible)
            line->setLine(placeOf(*x), plot.top(), placeOf(*x), plot.bottom());
    };
    place(m_markerLine, m_marker);
    place(m_cursorLine, m_cursor);
    placeReadout();
    m_ring->setVisible(m_current && hasFocus());
    if (m_ring->isVisible()) {
        const QPointF reach(dotRadius + 4, dotRadius + 4), at = positionOf(*m_current);
        m_ring->setRect(QRectF(at - reach, at + reach));
    }
}

void LineChart::placeNames()
{
    qDeleteAll(m_names);
    m_names.clear();
    const QFontMetricsF metrics(smallFont());
    std::vector<LabelRequest> requests;
    QStringList names;
    for (int i = 0; !overIterations() && i < pointCount(); ++i) {
        const auto [series, point] = place(i);
        if (static_cast<qsizetype>(point) >= series.labels.size())
            continue;
        names << metrics.elidedText(series.labels[static_cast<qsizetype>(point)], Qt::ElideMiddle, nameWidth);
        const QPointF at = positionOf(i);
        requests.push_back({{at.x(), -at.y()}, metrics.size(0, names.back()) + QSizeF(2, 0), 5});
    }
    const std::vector<QRectF> boxes = placeLabels(requests, 1);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (boxes[i].isNull() || !m_chart->plotArea().contains(boxes[i]))
            continue;
        auto *name = new QGraphicsSimpleTextItem(names[static_cast<qsizetype>(i)], m_chart);
        name->setFont(smallFont());
        name->setBrush(textColour());
        name->setZValue(5);
        name->setPos(boxes[i].topLeft());
        m_names.push_back(name);
    }
}

void LineChart::placeReadout()
{
    m_readout->setVisible(m_cursorLine->isVisible());
    m_plate->setVisible(m_cursorLine->isVisible());
    if (!m_cursorLine->isVisible())
        return;
    const auto iteration = static_cast<std::size_t>(*m_cursor);
    QStringList lines{QStringLiteral("%1 %2").arg(m_xTitle, QLocale().toString(static_cast<qulonglong>(iteration)))};
    const auto stage = std::find_if(m_stages.rbegin(), m_stages.rend(),
                                    [&](const Stage &each) { return each.from <= static_cast<int>(iteration); });
    if (stage != m_stages.rend() && !stage->name.isEmpty())
        lines[0] += QStringLiteral(" · ") + stage->name;
    for (const Series &series : m_series) {
        if (iteration <= series.y.size() && std::isfinite(series.y[iteration - 1]))
            lines << QStringLiteral("%1  %2").arg(series.name, QString::number(series.y[iteration - 1], 'g', 4));
    }
    m_readout->setText(lines.join(QLatin1Char('\n')));
    const QRectF plot = m_chart->plotArea(), text = m_readout->boundingRect();
    const double x = m_cursorLine->line().x1();
    const bool fits = x + 8 + text.width() < plot.right();
    m_readout->setPos(fits ? x + 8 : x - 8 - text.width(), plot.top() + 6);
    m_plate->setRect(text.translated(m_readout->pos()).adjusted(-4, -2, 4, 2));
}

void LineChart::drawPlot(QPainter &painter, const QSizeF &size)
{
    restyle();
    m_chart->drawPage(painter, size, [this] { redraw(); });
    redraw();
}

void LineChart::restyle()
{
    m_chart->restyle();
    const QColor ink = textColour();
    m_markerLine->setPen(QPen(ink, 1.25, Qt::DashLine));
    m_cursorLine->setPen(QPen(axisColour(), 1));
    m_ring->setPen(QPen(accent(), 2));
    m_readout->setBrush(ink);
    m_plate->setBrush(QColor(plotBackground().red(), plotBackground().green(), plotBackground().blue(), 224));
    m_plate->setPen(Qt::NoPen);
    m_readout->setFont(smallFont());
    for (const StageMark &mark : m_stageMarks) {
        mark.line->setPen(QPen(axisColour(), 1, Qt::DotLine));
        mark.name->setBrush(mutedText());
        mark.name->setFont(smallFont());
    }
    matchSeries();
}

void LineChart::describe()
{
    if (m_current)
        return setAccessibleDescription(pointText(*m_current));
    QStringList parts;
    if (!overIterations())
        parts << tr("%1 over %2, %3 points").arg(m_yTitle, m_xTitle).arg(pointCount());
    for (const Series &series : m_series) {
        std::vector<double> known;
        std::ranges::copy_if(series.y, std::back_inserter(known), [](double y) { return std::isfinite(y); });
        if (known.empty() || !overIterations())
            continue;
        parts << tr("%1: %n values, the last is %2", nullptr, static_cast<int>(known.size()))
                     .arg(series.name, QString::number(known.back(), 'g', 4));
    }
    if (m_stages.size() > 1) {
        QStringList stages;
        for (const Stage &stage : m_stages)
            stages << tr("%1 from %2").arg(stage.name).arg(stage.from);
        parts << tr("stages: %1").arg(stages.join(QStringLiteral(", ")));
    }
    setAccessibleDescription(parts.isEmpty() ? m_message : parts.join(QStringLiteral("; ")));
}

} // namespace anchorscope::gui
