// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/scatter/pointlayer.h"

#include "gui/plot/colourmap.h"
#include "gui/plot/pointshape.h"
#include "gui/style/textsize.h"
#include "gui/style/theme.h"
#include "gui/views/plotexport.h"

#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr double dimmedOpacity = 0.2;
/// Maximum number of points with outlines; more would merge into a dark area.
constexpr std::size_t maxOutlined = 5000;
constexpr double outlineWidth = 1.25; ///< width of the outlines in pixels
constexpr std::size_t sampleSize = 100'000;

ViewTransform deviceView(const ViewTransform &view, qreal ratio)
{
    return {view.centre, view.scale * ratio, QRectF(QPointF(), view.plot.size() * ratio)};
}

/// Size of a cell in which points are counted, in logical pixels.
constexpr int densityCell = 3;

auto packed(const std::shared_ptr<const Matrix> &points, const std::shared_ptr<const PointColours> &colours,
            const std::shared_ptr<const std::vector<ItemIndex>> &order)
{
    return std::make_shared<const std::vector<DrawPoint>>(packPoints(*points, colours.get(), *order));
}

} // namespace

/// Settings for drawing points, which do not refer to the layer, so that a job can use them.
struct PointLayer::Brush
{
    SpriteSheet sprites;
    std::vector<QRgb> ramp;      ///< density colours, for few to many points in a cell; empty: points are drawn singly
    std::vector<QColor> colours; ///< colours of points drawn as a cloud: classes, then others
    int softness;                ///< a point of a cloud covers 2 · softness + 1 pixels along each axis
    qreal ratio;
    double maxDiscs; ///< if a larger share of the points is visible, they are drawn as a cloud instead of discs

    bool draw(QImage &image, std::span<const DrawPoint> points, const ViewTransform &logicalView,
              const RunContext &context = {}) const
    {
        const ViewTransform view = deviceView(logicalView, ratio);
        if (!ramp.empty())
            drawDensity(image, points, ramp, std::max(1, qRound(densityCell * ratio)), view);
        else if (maxDiscs < 1 &&
                 static_cast<double>(pointsInView(points, view)) > maxDiscs * static_cast<double>(points.size()))
            return drawCloud(image, points, colours, softness, view, context);
        else
            return drawPoints(image, points, sprites, view, context);
        return true;
    }
};

PointLayer::PointLayer(Runner &runner, QGraphicsItem *parent, double z)
    : PlotLayer(parent, z), m_slot(runner), m_contourSlot(runner)
{
}

void PointLayer::setPoints(std::shared_ptr<const Matrix> coordinates)
{
    const bool sameCount = coordinates && m_points && coordinates->rows() == m_points->rows();
    m_points = std::move(coordinates);
    if (!sameCount)
        orderRows();
    contentChanged();
}

void PointLayer::setColours(std::shared_ptr<const PointColours> colours)
{
    m_colours = std::move(colours);
    contentChanged();
}

void PointLayer::setRows(std::optional<std::vector<int>> rows)
{
    m_rows = std::move(rows);
    orderRows();
    contentChanged();
}

void PointLayer::orderRows()
{
    m_order.reset();
    if (!m_points)
        return;
    m_order = drawOrder(m_points->rows());
    if (!m_rows)
        return;
    std::vector<char> isDrawn(m_order->size(), 0);
    for (const int row : *m_rows) {
        if (row >= 0 && static_cast<std::size_t>(row) < isDrawn.size())
            isDrawn[row] = 1;
    }
    auto some = std::make_shared<std::vector<ItemIndex>>();
    std::copy_if(m_order->begin(), m_order->end(), std::back_inserter(*some),
                 [&](ItemIndex row) { return isDrawn[row]; });
    m_order = std::move(some);
}

void PointLayer::contentChanged()
{
    ++m_content;
    m_packed.reset();
    m_sample.clear();
    update();
}

void PointLayer::setDimmed(bool dimmed)
{
    if (dimmed == m_dimmed)
        return;
    m_dimmed = dimmed;
    update();
}

void PointLayer::setDensity(bool density)
{
    if (density == m_density)
        return;
    m_density = density;
    contentChanged();
}

void PointLayer::setEmphasised(bool on)
{
    m_emphasised = on;
    contentChanged();
}

std::vector<QRgb> PointLayer::ramp() const
{
    constexpr int shades = 128;
    // Position on the colour scale of the cells with the fewest points, at which a single point is still visible.
    constexpr double faintest = 0.18;
    std::vector<QRgb> colours;
    for (int shade = 0; m_density && !isContoured() && shade < shades; ++shade)
        colours.push_back(heat(faintest + (1 - faintest) * shade / (shades - 1), isDark()).rgba());
    return colours;
}

void PointLayer::restyle()
{
    contentChanged();
}

PointLayer::Brush PointLayer::brush(qreal ratio) const
{
    std::vector<QColor> colours = m_colours ? m_colours->palette : std::vector<QColor>();
    SpriteSheet sprites(colours, neutralPoint(), look().diameter * ratio, look().opacity, shaped());
    colours.push_back(neutralPoint());
    // More discs than half the pixels would merge into a flat area, because a disc has at least two pixels.
    const double pixels = m_view.plot.width() * m_view.plot.height(),
                 most = isPrinting() ? maxAtOnce : std::min<double>(maxAtOnce, pixels / 2);
    const double maxDiscs = m_emphasised ? 1 : most / static_cast<double>(std::max(m_order->size(), std::size_t(1)));
    return {std::move(sprites), ramp(), std::move(colours), std::max(1, qRound(ratio)), ratio, maxDiscs};
}

PointLook PointLayer::look() const
{
    const double area = m_view.plot.width() * m_view.plot.height() / (sizeFactor() * sizeFactor());
    // In print, the minimum diameter of lookFor() is halved: the diameter is computed for four times the area and then
    // halved. So the points cover the same share of the plot as on the screen.
    PointLook look =
        lookFor(m_emphasised ? static_cast<Index>(m_order->size()) : m_points->rows(), isPrinting() ? 4 * area : area);
    if (isPrinting()) {
        // Limits of a dot's diameter in print: 0.8 and 2 typographic points, in pixels.
        constexpr double finest = 0.8 * 96 / 72, broadest = 2 * 96 / 72;
        look.diameter = std::clamp(look.diameter * sizeFactor() / 2, finest, broadest);
    } else {
        look.diameter *= sizeFactor();
    }
    if (m_emphasised) {
        // Factor by which emphasized points are enlarged.
        constexpr double larger = 1.3;
        look = {larger * look.diameter, 1};
    }
    return look;
}

/// Adjacent points get one common outline, because all outlines are drawn before the points.
void PointLayer::drawOutlines(QImage &image, qreal ratio) const
{
    if (!m_emphasised || m_order->size() > maxOutlined)
        return;
    const std::vector<QColor> dark(m_colours ? m_colours->palette.size() : 0, textColour());
    const SpriteSheet outlines(dark, textColour(), (look().diameter + 2 * outlineWidth) * ratio, 1, shaped());
    drawPoints(image, *m_packed, outlines, deviceView(m_view, ratio));
}

/// Number of classes with their own shapes; 0 if points are too small for visible shapes: less than four pixels.
int PointLayer::shaped() const
{
    constexpr double smallest = 4;
    return m_colours && look().diameter >= smallest ? m_colours->shaped : 0;
}

void PointLayer::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *widget)
{
    if (!m_order || m_order->empty() || m_view.plot.isEmpty())
        return;
    if (!widget)
        return paintForExport(painter);
    const qreal ratio = painter->device()->devicePixelRatioF();
    const bool current = m_drawing.content == m_content && m_drawing.view == m_view && m_drawing.ratio == ratio;
    if (!current && static_cast<Index>(m_order->size()) <= maxAtOnce)
        drawNow(ratio);
    else if (!current)
        drawLater(ratio);
    painter->setClipRect(m_view.plot, Qt::IntersectClip);
    painter->setOpacity(m_dimmed || isContoured() ? dimmedOpacity : 1);
    if (m_drawing.view == m_view)
        painter->drawImage(m_view.plot, m_drawing.image);
    else
        paintStandIn(painter, ratio);
    findContours();
    paintContours(painter);
}

/// Starts the job that computes contours. While points move, the previous contours remain visible.
void PointLayer::findContours()
{
    if (!isContoured() || m_contourContent == m_content || m_contourSlot.running())
        return;
    m_contourContent = m_content;
    using Found = std::vector<Contour>;
    m_contourSlot.start<Found>(
        tr("Drawing contours"),
        [points = m_points, colours = m_colours](const RunContext &context) -> Result<Found> {
            return densityContours(*points, *colours, colours->shaped, context);
        },
        [this](Result<Found> found) {
            if (found)
                m_contours = std::move(*found);
            update();
            Q_EMIT drawingReady();
        });
}

void PointLayer::paintContours(QPainter *painter)
{
    if (!isContoured())
        return;
    constexpr double thick = 2, thin = 1.2;
    constexpr float filled = 0.1F;
    const QPointF origin = m_view.toPixel({0, 0});
    const QTransform toPixel(m_view.scale, 0, 0, -m_view.scale, origin.x(), origin.y());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setClipRect(m_view.plot, Qt::IntersectClip);
    painter->setOpacity(m_dimmed ? 2 * dimmedOpacity : 1);
    for (const Contour &contour : m_contours) {
        if (contour.classOfPoint >= m_colours->palette.size())
            continue;
        const bool inner = contour.share == contourShares.back();
        const QPainterPath path = toPixel.map(contour.path);
        QColor colour = m_colours->palette[contour.classOfPoint];
        painter->strokePath(path, QPen(colour, inner ? thick : thin));
        colour.setAlphaF(filled);
        if (inner)
            painter->fillPath(path, colour);
    }
    painter->restore();
}

void PointLayer::paintForExport(QPainter *painter)
{
    painter->save();
    painter->setClipRect(m_view.plot, Qt::IntersectClip);
    painter->setOpacity(m_dimmed || isContoured() ? dimmedOpacity : 1);
    const bool shapes = painter->device()->paintEngine()->type() != QPaintEngine::Raster;
    const Packed all = m_packed ? m_packed : packed(m_points, m_colours, m_order);
    if (shapes && (!m_density || isContoured()) && all->size() <= maxShapes) {
        paintDiscs(painter, *all);
    } else {
        const qreal ratio = shapes ? imageScale : painter->device()->devicePixelRatioF();
        QImage image = blank(ratio);
        brush(ratio).draw(image, *all, m_view);
        painter->drawImage(m_view.plot, image);
    }
    paintContours(painter);
    painter->restore();
}

void PointLayer::paintDiscs(QPainter *painter, const std::vector<DrawPoint> &points) const
{
    const double radius = look().diameter / 2;
    const QRectF reachable = m_view.plot.adjusted(-radius, -radius, radius, radius);
    std::vector<QPainterPath> shapes;
    for (int shape = 0; shape < pointShapes; ++shape)
        shapes.push_back(pointShape(shape, radius));
    for (const DrawPoint &point : points) {
        const QPointF at = m_view.toPixel({point.x, point.y});
        if (!std::isfinite(at.x() + at.y()) || !reachable.contains(at))
            continue;
        const bool coloured = m_colours && point.classOfPoint < m_colours->palette.size();
        QColor colour = coloured ? m_colours->palette[point.classOfPoint] : neutralPoint();
        colour.setAlphaF(static_cast<float>(colour.alphaF() * look().opacity));
        const int shape = point.classOfPoint < shaped() ? point.classOfPoint % pointShapes : 0;
        painter->fillPath(shapes[static_cast<std::size_t>(shape)].translated(at), colour);
    }
}

void PointLayer::drawNow(qreal ratio)
{
    m_slot.drop();
    if (!m_packed)
        m_packed = packed(m_points, m_colours, m_order);
    m_drawing = {blank(ratio), m_view, ratio, m_content};
    drawOutlines(m_drawing.image, ratio);
    brush(ratio).draw(m_drawing.image, *m_packed, m_view);
}

void PointLayer::drawLater(qreal ratio)
{
    // A running job is not restarted when the view changes; otherwise no job would end during a drag.
    if (m_slot.running() && m_jobContent == m_content)
        return;
    m_jobContent = m_content;
    struct Drawn
    {
        Drawing drawing;
        Packed packed;
    };
    using Outcome = std::shared_ptr<Drawn>;
    auto drawn = std::make_shared<Drawn>(Drawn{{blank(ratio), m_view, ratio, m_content}, m_packed});
    m_slot.start<Outcome>(
        tr("Drawing points"),
        [drawn, points = m_points, colours = m_colours, order = m_order, brush = brush(ratio),
         view = m_view](const RunContext &context) -> Result<Outcome> {
            if (!drawn->packed)
                drawn->packed = packed(points, colours, order);
            if (!brush.draw(drawn->drawing.image, *drawn->packed, view, context))
                return cancelledError();
            return drawn;
        },
        [this](Result<Outcome> result) {
            if (!result)
                return;
            m_drawing = std::move((*result)->drawing);
            m_packed = std::move((*result)->packed);
            update();
            Q_EMIT drawingReady();
        });
}

void PointLayer::paintStandIn(QPainter *painter, qreal ratio)
{
    QRectF covered;
    if (!m_drawing.image.isNull()) {
        const QRectF &plot = m_drawing.view.plot;
        covered = QRectF(m_view.toPixel(m_drawing.view.toData(plot.topLeft())),
                         m_view.toPixel(m_drawing.view.toData(plot.bottomRight())));
        painter->drawImage(covered, m_drawing.image);
        if (covered.contains(m_view.plot))
            return;
    }
    if (m_sample.empty())
        m_sample =
            packPoints(*m_points, m_colours.get(), std::span(*m_order).first(std::min(m_order->size(), sampleSize)));
    QImage around = blank(ratio);
    Brush discs = brush(ratio);
    discs.maxDiscs = 1; // draws no cloud, which takes three times as long as a frame may take
    discs.draw(around, m_sample, m_view);
    painter->setClipRegion(QRegion(m_view.plot.toAlignedRect()).subtracted(covered.toAlignedRect()), Qt::IntersectClip);
    painter->drawImage(m_view.plot, around);
}

} // namespace anchorscope::gui
