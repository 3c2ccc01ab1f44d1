// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/scatter/marklayer.h"

#include "gui/style/textsize.h"
#include "gui/style/theme.h"
#include "gui/views/plotexport.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace anchorscope::gui {

namespace {

// Sizes of marks in pixels at sizeFactor() = 1. Anchors are small, because hundreds of them must not hide the points.
constexpr double anchorRadius = 2;
constexpr double seedRadius = 4.5, seedLine = 2, seedCentre = 2.5, pendingRadius = 8;
constexpr double ringRadius = 6.5;
constexpr double recededMark = 0.3; ///< opacity of the marks of other points while points are selected

/// Half the size of the image of a mark, in pixels.
double halfMarkSize()
{
    return 14 * sizeFactor();
}

QPen roundPen(const QColor &colour, double width)
{
    return QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
}

void paintMark(QPainter &painter, MarkKind kind)
{
    painter.setBrush(Qt::NoBrush);
    if (kind == MarkKind::Anchor) { // anchors have no halos, because hundreds of halos would hide the points
        painter.setPen(roundPen(textColour(), 1));
        painter.drawEllipse(QPointF(), anchorRadius, anchorRadius);
        return;
    }
    if (kind == MarkKind::Suspect) {
        painter.setPen(roundPen(errorColour(), seedLine));
        painter.drawEllipse(QPointF(), seedRadius + 3, seedRadius + 3);
    }
    QPen pen = roundPen(textColour(), seedLine);
    if (kind == MarkKind::PendingSeed)
        pen.setDashPattern({1.2, 1.6});
    const double radius = kind == MarkKind::PendingSeed ? pendingRadius : seedRadius;
    painter.setPen(roundPen(plotBackground(), seedLine + 2));
    painter.drawEllipse(QPointF(), radius, radius);
    painter.setPen(pen);
    painter.drawEllipse(QPointF(), radius, radius);
    if (kind == MarkKind::PendingSeed)
        return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(seedColour());
    painter.drawEllipse(QPointF(), seedCentre, seedCentre);
}

} // namespace

MarkLayer::MarkLayer(QGraphicsItem *parent, double z) : PlotLayer(parent, z) {}

void MarkLayer::setPoints(std::shared_ptr<const Matrix> coordinates)
{
    m_points = std::move(coordinates);
    update();
}

void MarkLayer::setMarks(std::vector<Mark> marks)
{
    std::stable_partition(marks.begin(), marks.end(), [](const Mark &mark) { return mark.kind == MarkKind::Anchor; });
    if (marks == m_marks)
        return;
    m_marks = std::move(marks);
    // If there are many seeds, their marks are smaller, so that they do not hide the points.
    constexpr double fewSeeds = 20, smallest = 0.5;
    const auto seeds = static_cast<double>(std::ranges::count(m_marks, MarkKind::Seed, &Mark::kind));
    const double size = std::max(smallest, std::sqrt(std::min(1.0, fewSeeds / std::max(1.0, seeds))));
    if (size != std::exchange(m_seedSize, size))
        m_images.clear();
    update();
}

void MarkLayer::setChosen(std::vector<int> points)
{
    m_chosen = std::move(points);
    update();
}

void MarkLayer::setHighlighted(std::vector<int> points)
{
    updateAround(m_highlighted);
    m_highlighted = std::move(points);
    updateAround(m_highlighted);
}

void MarkLayer::setArea(const QPolygonF &pixels)
{
    const QRectF changed = m_area.boundingRect().united(pixels.boundingRect());
    m_area = pixels;
    update(changed.adjusted(-3, -3, 3, 3));
}

void MarkLayer::setTrajectories(std::vector<QPolygonF> trajectories, const QColor &thin)
{
    m_thin = thin;
    m_trajectories = std::move(trajectories);
    update();
}

void MarkLayer::setArcs(std::vector<Arc> arcs)
{
    if (arcs == m_arcs)
        return;
    m_arcs = std::move(arcs);
    update();
}

void MarkLayer::paintTrajectories(QPainter *painter) const
{
    QColor line = m_thin.isValid() ? m_thin : accent();
    line.setAlphaF(m_thin.isValid() ? 0.2f : 0.55f);
    constexpr double hairline = 0.4 * 96 / 72; // width of a line in print: 0.4 typographic points, in pixels
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(accent());
    for (const QPolygonF &way : m_trajectories) {
        QPolygonF pixels;
        for (const QPointF &place : way)
            pixels << m_view.toPixel(place);
        if (pixels.isEmpty())
            continue;
        painter->setPen(roundPen(line, isPrinting() ? hairline : 1));
        painter->drawPolyline(pixels);
        if (m_thin.isValid())
            continue;
        painter->setPen(roundPen(plotBackground(), 1));
        painter->drawEllipse(pixels.last(), 3, 3);
    }
}

void MarkLayer::restyle()
{
    m_images.clear();
    update();
}

bool MarkLayer::place(int point, QPointF &pixel) const
{
    if (!m_points || point < 0 || point >= m_points->rows())
        return false;
    pixel = m_view.toPixel({(*m_points)(point, 0), (*m_points)(point, 1)});
    // Tests whether the pixel is finite, because QRectF::contains() is true for NaN.
    return std::isfinite(pixel.x()) && std::isfinite(pixel.y()) &&
           m_view.plot.adjusted(-halfMarkSize(), -halfMarkSize(), halfMarkSize(), halfMarkSize()).contains(pixel);
}

void MarkLayer::updateAround(const std::vector<int> &points)
{
    constexpr std::size_t oneByOne = 16;
    if (points.size() > oneByOne) {
        update();
        return;
    }
    QPointF pixel;
    for (const int point : points) {
        if (place(point, pixel))
            update(QRectF(pixel, QSizeF()).adjusted(-halfMarkSize(), -halfMarkSize(), halfMarkSize(), halfMarkSize()));
    }
}

const QPixmap &MarkLayer::image(MarkKind kind, qreal ratio)
{
    QPixmap &image = m_images[static_cast<int>(kind)];
    if (image.isNull()) {
        image = QPixmap((QSizeF(2 * halfMarkSize(), 2 * halfMarkSize()) * ratio).toSize());
        image.setDevicePixelRatio(ratio);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.translate(halfMarkSize(), halfMarkSize());
        const double size = sizeFactor() * (kind == MarkKind::Seed ? m_seedSize : 1);
        painter.scale(size, size);
        paintMark(painter, kind);
    }
    return image;
}

void MarkLayer::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *widget)
{
    painter->setClipRect(m_view.plot, Qt::IntersectClip);
    paintTrajectories(painter);
    paintArcs(*painter, m_view, m_arcs);
    // Uses cached images of marks on the screen, and shapes in an export, which paints without a widget.
    if (widget)
        paintMarks(painter, painter->device()->devicePixelRatioF());
    else
        paintShapes(painter);
    painter->setRenderHint(QPainter::Antialiasing);
    QPointF pixel;
    for (const int point : m_highlighted) {
        if (widget && place(point, pixel))
            paintRing(painter, pixel);
    }
    if (!m_area.isEmpty()) {
        QColor inside = accent();
        inside.setAlphaF(0.12f);
        painter->setBrush(inside);
        painter->setPen(roundPen(accent(), 1.25));
        painter->drawPolygon(m_area);
    }
}

void MarkLayer::paintMarks(QPainter *painter, qreal ratio)
{
    if (ratio != m_ratio) {
        m_images.clear();
        m_ratio = ratio;
    }
    QPointF pixel;
    for (const Mark &mark : m_marks) {
        if (!place(mark.point, pixel))
            continue;
        painter->setOpacity(opacityOf(mark));
        painter->drawPixmap(pixel - QPointF(halfMarkSize(), halfMarkSize()), image(mark.kind, ratio));
    }
    painter->setOpacity(1);
}

double MarkLayer::opacityOf(const Mark &mark) const
{
    return m_chosen.empty() || std::binary_search(m_chosen.begin(), m_chosen.end(), mark.point) ? 1 : recededMark;
}

/// Paints marks as shapes for an export. In a vector format such as PDF, more than maxMarkShapes anchors become one
/// image below the seeds, which stay shapes.
void MarkLayer::paintShapes(QPainter *painter) const
{
    const auto seeds = std::ranges::find_if(m_marks, [](const Mark &mark) { return mark.kind != MarkKind::Anchor; });
    const auto anchors = seeds - m_marks.begin();
    const bool onPaper = painter->device()->paintEngine()->type() != QPaintEngine::Raster;
    if (!onPaper || anchors <= maxMarkShapes) {
        paintMarkShapes(painter, m_marks);
        return;
    }
    QImage image = blank(imageScale);
    QPainter shapes(&image);
    shapes.setRenderHint(QPainter::Antialiasing);
    shapes.scale(imageScale, imageScale);
    shapes.translate(-m_view.plot.topLeft());
    paintMarkShapes(&shapes, std::span(m_marks).first(static_cast<std::size_t>(anchors)));
    shapes.end();
    painter->drawImage(m_view.plot, image);
    paintMarkShapes(painter, std::span(m_marks).subspan(static_cast<std::size_t>(anchors)));
}

void MarkLayer::paintMarkShapes(QPainter *painter, std::span<const Mark> marks) const
{
    QPointF pixel;
    for (const Mark &mark : marks) {
        if (!place(mark.point, pixel))
            continue;
        painter->save();
        painter->setOpacity(opacityOf(mark));
        painter->translate(pixel);
        // Scale of marks in print: rings are 4 to 5 typographic points wide, next to text of 7 points.
        constexpr double ofPaper = 0.7;
        const double size =
            sizeFactor() * (isPrinting() ? ofPaper : 1) * (mark.kind == MarkKind::Seed ? m_seedSize : 1);
        painter->scale(size, size);
        paintMark(*painter, mark.kind);
        painter->restore();
    }
}

void MarkLayer::paintRing(QPainter *painter, QPointF point) const
{
    painter->setBrush(Qt::NoBrush);
    const double radius = ringRadius * sizeFactor();
    painter->setPen(QPen(plotBackground(), 5 * sizeFactor()));
    painter->drawEllipse(point, radius, radius);
    painter->setPen(QPen(textColour(), 2 * sizeFactor()));
    painter->drawEllipse(point, radius, radius);
}

} // namespace anchorscope::gui
