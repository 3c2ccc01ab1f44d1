// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/curveview.h"

#include "gui/plot/curvepoints.h"
#include "gui/plot/ticks.h"
#include "gui/style/theme.h"
#include "gui/views/plotchart.h"

#include <QAreaSeries>
#include <QCategoryAxis>
#include <QChartView>
#include <QGraphicsLineItem>
#include <QGraphicsRectItem>
#include <QGraphicsSimpleTextItem>
#include <QLineSeries>
#include <QLocale>
#include <QPen>
#include <QVBoxLayout>
#include <QValueAxis>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace anchorscope::gui {

namespace {

constexpr int maxColumns = 2000; // two points each
constexpr double tickSpacing = 80, loneMarker = 5;

/// Whether they are others than before. Qt wants a start below them all.
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

} // namespace

CurveView::CurveView(QWidget *parent) : QWidget(parent), m_chart(new PlotChart), m_canvas(new QChartView(m_chart, this))
{
    m_canvas->setFrameShape(QFrame::NoFrame);
    m_canvas->setFocusPolicy(Qt::NoFocus);
    m_canvas->setBackgroundBrush(Qt::NoBrush);
    m_canvas->viewport()->setAutoFillBackground(false);
    m_canvas->setRenderHint(QPainter::Antialiasing);
    m_canvas->viewport()->setMouseTracking(true);
    m_canvas->viewport()->installEventFilter(this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_canvas);
    setFocusPolicy(Qt::StrongFocus);
    m_chart->showFocusOf(this);
    setMinimumSize(180, 120);

    m_markerLine = new QGraphicsLineItem(m_chart);
    m_cursorLine = new QGraphicsLineItem(m_chart);
    m_plate = new QGraphicsRectItem(m_chart);
    m_readout = new QGraphicsSimpleTextItem(m_chart);
    for (QGraphicsItem *item : {static_cast<QGraphicsItem *>(m_markerLine), static_cast<QGraphicsItem *>(m_cursorLine),
                                static_cast<QGraphicsItem *>(m_plate), static_cast<QGraphicsItem *>(m_readout)}) {
        item->setZValue(5);
        item->hide();
    }
    connect(m_chart, &PlotChart::plotAreaChanged, this, &CurveView::redraw, Qt::QueuedConnection);
    setAxes({}, {}, false);
    restyle();
}

CurveView::~CurveView() = default;

void CurveView::setTitle(const QString &title, const QString &subtitle)
{
    m_chart->setHeader(title, subtitle);
    setAccessibleName(title);
}

void CurveView::setAxes(const QString &xTitle, const QString &yTitle, bool logarithmic)
{
    m_xTitle = xTitle;
    m_yTitle = yTitle;
    m_logarithmic = logarithmic;
    auto *x = new QCategoryAxis; // the labels are our own, the first one is always there
    auto *y = new QCategoryAxis; // the labels are our own, of log10 or of plain values
    x->setTitleText(xTitle);
    y->setTitleText(yTitle);
    for (QCategoryAxis *axis : {x, y})
        axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    while (!m_series.empty())
        removeLast();
    m_chart->setAxes(x, y);
    redraw();
}

void CurveView::setCurves(const std::vector<Curve> &curves)
{
    m_curves = curves;
    redraw();
}

void CurveView::setStages(const std::vector<Stage> &stages)
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

void CurveView::setMarker(std::optional<double> x)
{
    m_marker = x;
    placeLines();
}

void CurveView::setMessage(const QString &message)
{
    m_message = message;
    redraw();
}

QWidget *CurveView::viewport() const
{
    return m_canvas->viewport();
}

std::size_t CurveView::length() const
{
    std::size_t longest = 0;
    for (const Curve &curve : m_curves)
        longest = std::max(longest, curve.y.size());
    return longest;
}

QColor CurveView::colourOf(std::size_t curve) const
{
    if (m_curves[curve].colour.isValid())
        return m_curves[curve].colour;
    if (m_curves.size() == 1)
        return accent();
    return categoricalPalette(static_cast<int>(m_curves.size()))[curve];
}

void CurveView::removeLast()
{
    m_chart->removeSeries(m_series.back());
    if (QAreaSeries *band = m_bands.back()) {
        m_chart->removeSeries(band);
        delete band; // with its edges
    }
    delete m_series.back();
    m_series.pop_back();
    m_bands.pop_back();
}

void CurveView::add(QAbstractSeries *series)
{
    m_chart->addSeries(series);
    series->attachAxis(m_chart->horizontalAxis());
    series->attachAxis(m_chart->verticalAxis());
}

/// As many series as curves, named and coloured.
void CurveView::matchSeries()
{
    while (m_series.size() > m_curves.size())
        removeLast();
    while (m_series.size() < m_curves.size()) {
        auto *series = new QLineSeries;
        add(series);
        series->setMarkerSize(loneMarker);
        m_series.push_back(series);
        m_bands.push_back(nullptr);
    }
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        m_series[i]->setName(m_curves[i].name);
        const QPen pen(colourOf(i), 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
        if (m_series[i]->pen() != pen)
            m_series[i]->setPen(pen);
        if (!m_curves[i].low.empty() && !m_bands[i]) {
            m_bands[i] = new QAreaSeries(new QLineSeries, new QLineSeries);
            m_bands[i]->upperSeries()->setParent(m_bands[i]);
            m_bands[i]->lowerSeries()->setParent(m_bands[i]);
            add(m_bands[i]);
        }
        if (m_bands[i]) {
            QColor inside = colourOf(i);
            inside.setAlphaF(0.22f);
            m_bands[i]->setBrush(inside);
            m_bands[i]->setPen(Qt::NoPen);
        }
    }
    std::vector<LegendEntry> legend;
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        const LegendEntry entry{m_curves[i].name, colourOf(i), 0};
        if (std::ranges::find(legend, entry) == legend.end()) // a curve with a gap comes in parts
            legend.push_back(entry);
    }
    if (legend.size() < 2)
        legend.clear();
    if (legend != m_legend) {
        m_legend = std::move(legend);
        m_chart->setLegendEntries(m_legend);
    }
}

void CurveView::redraw()
{
    m_chart->setMessage(length() > 0 ? QString() : m_message);
    matchSeries();
    const int columns = std::clamp(static_cast<int>(m_chart->plotArea().width()), 50, maxColumns);
    std::optional<Range> range;
    std::vector<QList<QPointF>> all;
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        const Curve &curve = m_curves[i];
        for (const std::vector<double> &y : {curve.y, curve.low, curve.high}) {
            all.push_back(curvePoints(y, columns, m_logarithmic));
            for (const QPointF &at : all.back())
                range =
                    range ? Range{std::min(range->low, at.y()), std::max(range->high, at.y())} : Range{at.y(), at.y()};
        }
    }
    updateAxes(range.value_or(Range{0, 1}));
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        m_series[i]->replace(all[3 * i]);
        m_series[i]->setPointsVisible(all[3 * i].size() == 1); // no line shows a value alone
        if (!m_bands[i])
            continue;
        m_bands[i]->lowerSeries()->replace(all[3 * i + 1]);
        m_bands[i]->upperSeries()->replace(all[3 * i + 2]);
        m_bands[i]->setVisible(!m_curves[i].low.empty());
    }
    placeLines();
    describe();
}

void CurveView::updateAxes(Range y)
{
    const double end = std::max<double>(2, static_cast<double>(length()));
    auto *horizontal = static_cast<QCategoryAxis *>(m_chart->horizontalAxis());
    const double most = std::max(2.0, m_chart->plotArea().width() / tickSpacing);
    showTicks(*horizontal, iterationTicks(end, static_cast<int>(most)), 0);
    horizontal->setRange(1, end);

    constexpr double margin = 0.06;
    const double size = y.high - y.low;
    const double least = m_logarithmic ? 0.02 : std::max(1e-9, std::abs(y.high) * 0.02);
    const double room = std::max(size * margin, (least - size) / 2);
    updateVerticalTicks({y.low - room, y.high + room});
}

void CurveView::updateVerticalTicks(Range y)
{
    auto *axis = static_cast<QCategoryAxis *>(m_chart->verticalAxis());
    const int most = std::max(2, static_cast<int>(m_chart->plotArea().height() / 36));
    std::vector<AxisTick> ticks;
    if (m_logarithmic) {
        ticks = logTicks(y.low, y.high, most);
    } else {
        const double interval = tickInterval(y.high - y.low, most);
        for (double at = std::ceil(y.low / interval) * interval; at <= y.high; at += interval)
            ticks.push_back({at, QString::number(std::abs(at) < interval / 2 ? 0.0 : at, 'f', tickDecimals(interval))});
    }
    if (showTicks(*axis, ticks, y.low - 1)) {
        const auto widest = std::ranges::max_element(ticks, {}, [](const AxisTick &each) { return each.label.size(); });
        m_chart->setSampleLabel(widest == ticks.end() ? QStringLiteral("0.0") : widest->label);
    }
    axis->setRange(y.low, y.high);
}

double CurveView::placeOf(double x) const
{
    const QRectF plot = m_chart->plotArea();
    const auto *axis = static_cast<QValueAxis *>(m_chart->horizontalAxis());
    if (axis->max() <= axis->min())
        return plot.left(); // nothing is drawn; a place that is not finite would end the scene's index
    return plot.left() + (x - axis->min()) / (axis->max() - axis->min()) * plot.width();
}

/// A name is written where it fits into its stage.
void CurveView::placeStages()
{
    constexpr double inset = 4;
    const QRectF plot = m_chart->plotArea();
    for (std::size_t i = 0; i < m_stageMarks.size(); ++i) {
        const StageMark &mark = m_stageMarks[i];
        const double begin = placeOf(m_stages[i].from);
        const double end = i + 1 < m_stages.size() ? placeOf(m_stages[i + 1].from) : plot.right();
        mark.line->setLine(begin, plot.top(), begin, plot.bottom());
        mark.line->setVisible(i > 0 && length() > 0);
        mark.name->setPos(begin + inset, plot.top() + 2);
        mark.name->setVisible(length() > 0 && mark.name->x() + mark.name->boundingRect().width() < end);
    }
}

/// Marker, cursor and its text follow the axes.
void CurveView::placeLines()
{
    placeStages();
    const QRectF plot = m_chart->plotArea();
    const auto *axis = static_cast<QValueAxis *>(m_chart->horizontalAxis());
    const auto place = [&](QGraphicsLineItem *line, std::optional<double> x) {
        const bool visible = x && length() > 0 && *x >= axis->min() && *x <= axis->max();
        line->setVisible(visible);
        if (visible) {
            const double at = placeOf(*x);
            line->setLine(at, plot.top(), at, plot.bottom());
        }
    };
    place(m_markerLine, m_marker);
    place(m_cursorLine, m_cursor);
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
    for (const Curve &curve : m_curves) {
        if (iteration <= curve.y.size() && std::isfinite(curve.y[iteration - 1]))
            lines << QStringLiteral("%1  %2").arg(curve.name, QString::number(curve.y[iteration - 1], 'g', 4));
    }
    m_readout->setText(lines.join(QLatin1Char('\n')));
    const QRectF text = m_readout->boundingRect();
    const double x = m_cursorLine->line().x1();
    const bool fits = x + 8 + text.width() < plot.right();
    m_readout->setPos(fits ? x + 8 : x - 8 - text.width(), plot.top() + 6);
    m_plate->setRect(text.translated(m_readout->pos()).adjusted(-4, -2, 4, 2));
}

void CurveView::drawPlot(QPainter &painter, const QSizeF &size)
{
    restyle();
    m_chart->drawPage(painter, size, [this] { redraw(); });
    redraw();
}

void CurveView::restyle()
{
    m_chart->restyle();
    const QColor ink = textColour();
    m_markerLine->setPen(QPen(ink, 1.25, Qt::DashLine));
    m_cursorLine->setPen(QPen(axisColour(), 1));
    m_readout->setBrush(ink);
    m_plate->setBrush(QColor(plotGround().red(), plotGround().green(), plotGround().blue(), 224));
    m_plate->setPen(Qt::NoPen);
    m_readout->setFont(smallFont());
    for (const StageMark &mark : m_stageMarks) {
        mark.line->setPen(QPen(axisColour(), 1, Qt::DotLine));
        mark.name->setBrush(mutedText());
        mark.name->setFont(smallFont());
    }
    matchSeries();
}

void CurveView::describe()
{
    QStringList parts;
    for (const Curve &curve : m_curves) {
        std::vector<double> known;
        std::ranges::copy_if(curve.y, std::back_inserter(known), [](double y) { return std::isfinite(y); });
        if (known.empty())
            continue;
        parts << tr("%1: %n values, the last is %2", nullptr, static_cast<int>(known.size()))
                     .arg(curve.name, QString::number(known.back(), 'g', 4));
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
