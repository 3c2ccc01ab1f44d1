// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/scatter/scatterview.h"

#include "gui/plot/ticks.h"
#include "gui/scatter/handles.h"
#include "gui/scatter/labellayer.h"
#include "gui/scatter/marklayer.h"
#include "gui/scatter/pointlayer.h"
#include "gui/style/textsize.h"
#include "gui/style/theme.h"
#include "gui/views/plotchart.h"

#include <QChartView>
#include <QElapsedTimer>
#include <QLocale>
#include <QStyle>
#include <QVBoxLayout>
#include <QValueAxis>

#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr double tickSpacing = 60; // minimum distance between ticks in pixels
constexpr int motionMilliseconds = 300;

class MillisecondsAdder
{
public:
    explicit MillisecondsAdder(double &sum) : m_sum(sum) { m_timer.start(); }
    ~MillisecondsAdder() { m_sum += static_cast<double>(m_timer.nsecsElapsed()) * 1e-6; }
    MillisecondsAdder(const MillisecondsAdder &) = delete;
    MillisecondsAdder &operator=(const MillisecondsAdder &) = delete;

private:
    double &m_sum;
    QElapsedTimer m_timer;
};

void setAxisRange(QValueAxis *axis, double low, double high, double interval)
{
    // A larger interval is set before the range, because the previous interval would give too many ticks.
    if (interval > axis->tickInterval())
        axis->setTickInterval(interval);
    axis->setRange(low, high);
    axis->setTickInterval(interval);
    // Shifts ticks slightly: Qt Charts adds up intervals, and a sum just below zero would have the label "-0.0".
    axis->setTickAnchor(1e-7 * interval);
    const QString format = QStringLiteral("%.%1f").arg(tickDecimals(interval));
    if (axis->labelFormat() != format)
        axis->setLabelFormat(format);
}

/// Ratio of width to height, limited to 1 : 4 … 4 : 1; 0 for an empty area.
double proportionsOf(const QRectF &reach)
{
    constexpr double flattest = 4;
    return reach.isEmpty() ? 0 : std::clamp(reach.width() / reach.height(), 1 / flattest, flattest);
}

} // namespace

class ScatterView::Canvas : public QChartView
{
public:
    Canvas(PlotChart *chart, ScatterView *owner) : QChartView(chart, owner), m_owner(owner)
    {
        setFrameShape(QFrame::NoFrame);
        setFocusPolicy(Qt::NoFocus);
        setBackgroundBrush(Qt::NoBrush);
        viewport()->setAutoFillBackground(false);
        setViewportUpdateMode(QGraphicsView::SmartViewportUpdate);
        setAcceptDrops(false); // leaves dropped files to the window
        setSizeAdjustPolicy(QAbstractScrollArea::AdjustIgnored);
    }

protected:
    void paintEvent(QPaintEvent *event) override
    {
        {
            const MillisecondsAdder adder(m_owner->m_pendingMilliseconds);
            QChartView::paintEvent(event);
        }
        Q_EMIT m_owner->framePainted(std::exchange(m_owner->m_pendingMilliseconds, 0));
    }

private:
    ScatterView *m_owner;
};

ScatterView::ScatterView(Runner &runner, QWidget *parent)
    : QWidget(parent), m_chart(new PlotChart), m_canvas(new Canvas(m_chart, this)), m_gridJob(runner)
{
    m_ghost = new PointLayer(runner, m_chart, 3.9);
    m_ghost->setDimmed(true);
    m_lines = new MarkLayer(m_chart, 3.95);
    m_all = new PointLayer(runner, m_chart, 4); // 4 is the z value that Qt Charts gives to series
    m_chosen = new PointLayer(runner, m_chart, 4.1);
    m_chosen->setRows(std::vector<int>());
    m_chosen->setEmphasised(true);
    m_overlay = new MarkLayer(m_chart, 4.2);
    m_labels = new LabelLayer(m_chart, 4.3);
    m_gestures = new PlotGestures(m_canvas->viewport());
    m_handles = new Handles(m_canvas->viewport(), m_chart, 4.4);
    m_labels->setHandles(*m_handles);
    auto *x = new QValueAxis, *y = new QValueAxis;
    for (QValueAxis *axis : {x, y}) {
        axis->setTickType(QValueAxis::TicksDynamic);
    }
    m_chart->setAxes(x, y);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_canvas);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(160, 140);

    connectGestures();
    m_chart->showFocusOf(this);
    connect(m_chart, &PlotChart::plotAreaChanged, this, &ScatterView::followPlotArea);
    connect(m_all, &PointLayer::drawingReady, this, &ScatterView::drawingReady);
    m_motion.setStartValue(0.0);
    m_motion.setEndValue(1.0);
    m_motion.setEasingCurve(QEasingCurve::InOutCubic);
    connect(&m_motion, &QVariantAnimation::valueChanged, this,
            [this](const QVariant &share) { moveOn(share.toDouble()); });
}

ScatterView::~ScatterView() = default;

void ScatterView::connectGestures()
{
    connect(m_gestures, &PlotGestures::panned, this, [this](QPointF by) { choose(m_view.panned(by)); });
    connect(m_gestures, &PlotGestures::zoomed, this,
            [this](double factor, QPointF at) { choose(m_view.zoomed(factor, at)); });
    connect(m_gestures, &PlotGestures::fitRequested, this, &ScatterView::fit);
    connect(m_gestures, &PlotGestures::moved, this, &ScatterView::hoverAt);
    connect(m_gestures, &PlotGestures::left, this, [this] { hover(-1, {}); });
    connect(m_gestures, &PlotGestures::clicked, this, [this](QPoint position, Qt::KeyboardModifiers modifiers) {
        if (const int point = pointAt(position); point >= 0)
            Q_EMIT clicked(point, modifiers);
    });
    connect(m_gestures, &PlotGestures::areaChanged, m_overlay, &MarkLayer::setArea);
    connect(m_gestures, &PlotGestures::areaFinished, this, &ScatterView::selectArea);
}

void ScatterView::setTitle(const QString &title, const QString &subtitle)
{
    m_chart->setHeader(title, subtitle);
    m_subtitle = subtitle;
    setAccessibleName(title);
    describe();
}

void ScatterView::setAxisTitles(const QString &x, const QString &y)
{
    if (x == m_chart->horizontalAxis()->titleText() && y == m_chart->verticalAxis()->titleText())
        return;
    m_chart->horizontalAxis()->setTitleText(x);
    m_chart->verticalAxis()->setTitleText(y);
    m_chart->restyle();
    describe();
}

void ScatterView::setAxesShown(bool shown)
{
    m_chart->setAxesShown(shown);
}

void ScatterView::setPoints(std::shared_ptr<const Matrix> coordinates, Frame frame, bool animate)
{
    const MillisecondsAdder adder(m_pendingMilliseconds);
    m_motion.stop();
    const auto before = m_shown;
    m_points = std::move(coordinates);
    m_chart->setMessage({});
    hover(-1, {});
    m_grid = {};
    if (m_points->rows() <= PointLayer::maxAtOnce) {
        m_gridJob.drop();
        m_grid = PickGrid(m_points);
    } else {
        m_gridJob.start<PickGrid>(
            tr("Sorting points"),
            [points = m_points](const RunContext &) -> Result<PickGrid> { return PickGrid(points); },
            [this](Result<PickGrid> grid) {
                if (grid)
                    m_grid = std::move(*grid);
            });
    }
    const QRectF reach = targetReach();
    m_chart->setProportions(m_framed ? proportionsOf(reach) : 0);
    const bool fits = frame == Frame::Fit || !before || (m_fitted && !m_view.suits(reach));
    const ViewTransform target = fits ? fitted() : m_view;
    m_fitted = fits || m_fitted;
    const bool moves = animate && !m_reducedMotion && before && before->rows() == m_points->rows() &&
                       m_points->rows() <= maxAnimated && style()->styleHint(QStyle::SH_Widget_Animate, nullptr, this);
    PointMotion way{before, m_points, m_view, target};
    if (moves && way.isSeen()) {
        m_way = std::move(way);
        m_motion.setDuration(motionMilliseconds);
        m_motion.start();
    } else {
        showPoints(m_points);
        setView(target);
    }
    m_labels->settle(m_points);
    describe();
}

void ScatterView::moveOn(double share)
{
    const MillisecondsAdder adder(m_pendingMilliseconds);
    showPoints(m_way.pointsAt(share));
    if (m_way.fromView != m_way.toView)
        setView(m_way.viewAt(share));
}

void ScatterView::showPoints(std::shared_ptr<const Matrix> shown)
{
    m_shown = std::move(shown);
    m_all->setPoints(m_shown);
    m_chosen->setPoints(m_shown);
    m_overlay->setPoints(m_shown);
    m_labels->setPoints(m_shown);
    Q_EMIT moved();
}

void ScatterView::clear(const QString &message)
{
    m_motion.stop();
    m_gridJob.drop();
    m_points.reset();
    m_grid = {};
    showPoints(nullptr);
    m_labels->settle(nullptr);
    setClasses({});
    setMarks({});
    setTrajectories({});
    setSelected({});
    setHighlighted({});
    hover(-1, {});
    m_fitted = true;
    m_chart->setProportions(0);
    m_chart->setMessage(message);
    describe();
}

void ScatterView::setColours(std::shared_ptr<const PointColours> colours)
{
    m_chart->setLegendEntries(colours ? colours->legend : std::vector<LegendEntry>());
    m_all->setColours(colours);
    m_chosen->setColours(std::move(colours));
}

void ScatterView::setMarks(std::vector<Mark> marks)
{
    m_markCount = marks.size();
    m_labels->setMarks(marks);
    m_overlay->setMarks(std::move(marks));
    describe();
}

void ScatterView::setGhost(std::shared_ptr<const Matrix> coordinates)
{
    m_ghost->setPoints(std::move(coordinates));
}

void ScatterView::setDensity(bool density)
{
    m_all->setDensity(density);
}

void ScatterView::setSelected(std::vector<int> points, bool othersFade)
{
    m_selectedCount = points.size();
    m_all->setDimmed(othersFade && !points.empty());
    m_overlay->setChosen(points);
    m_labels->setChosen(points);
    m_chosen->setRows(std::move(points));
    describe();
}

void ScatterView::setHighlighted(std::vector<int> points)
{
    m_labels->setHighlightedClass(points);
    m_overlay->setHighlighted(std::move(points));
}

void ScatterView::setNames(std::shared_ptr<const PointNames> names)
{
    m_labels->setNames(std::move(names));
}

void ScatterView::setNeighbours(std::vector<int> points)
{
    m_labels->setNeighbours(std::move(points));
}

void ScatterView::setClasses(std::vector<ClassName> classes)
{
    m_labels->setClasses(std::move(classes));
}

void ScatterView::setTrajectories(std::vector<QPolygonF> trajectories, const QColor &thin)
{
    MarkLayer *shown = thin.isValid() ? m_lines : m_overlay, *other = thin.isValid() ? m_overlay : m_lines;
    other->setTrajectories({});
    shown->setTrajectories(std::move(trajectories), thin);
}

void ScatterView::setTool(Tool tool)
{
    m_gestures->setTool(tool);
}

ScatterView::Tool ScatterView::tool() const
{
    return m_gestures->tool();
}

QRectF ScatterView::targetReach() const
{
    return m_reach.isNull() ? boundsOf(*m_points) : m_reach;
}

ViewTransform ScatterView::fitted() const
{
    constexpr double ring = 6; // pixels at sizeFactor() = 1: marks of points at the edge are whole, also in a low panel
    return ViewTransform::fitted(targetReach(), m_chart->plotArea(), ring * sizeFactor());
}

void ScatterView::setView(const ViewTransform &view)
{
    const MillisecondsAdder adder(m_pendingMilliseconds);
    m_view = view;
    updateAxes();
    m_ghost->setView(view);
    m_all->setView(view);
    m_chosen->setView(view);
    m_lines->setView(view);
    m_overlay->setView(view);
    m_labels->setView(view);
    m_handles->setView(view);
    Q_EMIT moved();
}

/// Both axes have the same scale and ticks, so that the grid consists of squares.
void ScatterView::updateAxes()
{
    const QRectF shown = m_view.visible();
    const double interval = tickInterval(tickSpacing * sizeFactor() / m_view.scale, 1);
    setAxisRange(static_cast<QValueAxis *>(m_chart->horizontalAxis()), shown.left(), shown.right(), interval);
    setAxisRange(static_cast<QValueAxis *>(m_chart->verticalAxis()), shown.top(), shown.bottom(), interval);
    const double extreme = std::max(std::abs(shown.top()), std::abs(shown.bottom()));
    m_chart->setSampleLabel(QString(QLatin1Char('-')) + QString::number(extreme, 'f', tickDecimals(interval)));
}

QRectF ScatterView::plotArea() const
{
    return m_view.plot;
}

QWidget *ScatterView::viewport() const
{
    return m_canvas->viewport();
}

void ScatterView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        restyle();
}

void ScatterView::followPlotArea()
{
    if (m_fitted && m_points)
        fit();
    // Starts from the view that the user chose. Resizing the current view repeatedly would add up margins.
    else
        setView((m_points ? m_chosenView : m_view).resized(m_chart->plotArea()));
}

void ScatterView::drawPlot(QPainter &painter, const QSizeF &size)
{
    const ViewTransform view = m_view;
    const bool fitted = m_fitted;
    restyle();
    m_chart->drawPage(painter, size, [this] { followPlotArea(); });
    m_fitted = fitted;
    setView(view);
}

void ScatterView::restyle()
{
    m_chart->restyle();
    m_ghost->restyle();
    m_all->restyle();
    m_chosen->restyle();
    m_overlay->restyle();
    m_labels->restyle();
}

void ScatterView::describe()
{
    const QLocale locale;
    if (!m_points)
        return setAccessibleDescription(m_chart->message());
    QStringList parts;
    if (!m_subtitle.isEmpty())
        parts << m_subtitle;
    parts << tr("%1 points").arg(locale.toString(m_points->rows()));
    if (m_selectedCount > 0)
        parts << tr("%1 selected").arg(locale.toString(static_cast<qulonglong>(m_selectedCount)));
    if (m_markCount > 0)
        parts << tr("%1 anchors and seeds").arg(locale.toString(static_cast<qulonglong>(m_markCount)));
    parts << tr("horizontal axis %1").arg(m_chart->horizontalAxis()->titleText())
          << tr("vertical axis %1").arg(m_chart->verticalAxis()->titleText());
    setAccessibleDescription(parts.join(QStringLiteral(", ")));
}

} // namespace anchorscope::gui
