// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/scatter/handles.h"

#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

/// Minimum radius of the ring in pixels at sizeFactor() = 1; on a smaller ring, handles would touch.
constexpr double minRing = 60;
constexpr double largestRing = 0.42; ///< maximum radius of the ring, as a share of the shorter side of the plot
constexpr double clickReach = 3;     ///< maximum movement of the mouse during a click, in pixels

/// Adds an arrow between points in the unit circle; y points down.
void addArrow(QPainterPath &path, QPointF a, QPointF b)
{
    const QPointF way = b - a, unit = way / std::hypot(way.x(), way.y()), side(-unit.y(), unit.x());
    path.moveTo(a);
    path.lineTo(b);
    path.moveTo(b - 0.3 * unit + 0.3 * side);
    path.lineTo(b);
    path.lineTo(b - 0.3 * unit - 0.3 * side);
}

QPainterPath signOf(Handle::Look look)
{
    QPainterPath path;
    switch (look) {
    case Handle::Look::Turn:
        path.arcMoveTo(QRectF(-0.5, -0.5, 1, 1), 60);
        path.arcTo(QRectF(-0.5, -0.5, 1, 1), 60, 270);
        addArrow(path, {0.35, 0.36}, {0.52, -0.1});
        break;
    case Handle::Look::Mirror:
        path.moveTo(0, -0.65);
        path.lineTo(0, 0.65);
        path.addPolygon(QPolygonF({{-0.2, -0.4}, {-0.2, 0.4}, {-0.6, 0.4}, {-0.2, -0.4}}));
        path.addPolygon(QPolygonF({{0.2, -0.4}, {0.2, 0.4}, {0.6, 0.4}, {0.2, -0.4}}));
        break;
    case Handle::Look::Scale:
        addArrow(path, {0, 0}, {0.5, -0.5});
        addArrow(path, {0, 0}, {-0.5, 0.5});
        break;
    case Handle::Look::Shift:
        addArrow(path, {0, 0}, {0.65, 0});
        addArrow(path, {0, 0}, {-0.65, 0});
        break;
    case Handle::Look::Stretch:
        addArrow(path, {0.15, 0}, {0.65, 0});
        addArrow(path, {-0.15, 0}, {-0.65, 0});
        path.moveTo(0, -0.4);
        path.lineTo(0, 0.4);
        break;
    case Handle::Look::Bend:
        path.moveTo(-0.55, -0.35);
        path.quadTo(0, 0.75, 0.55, -0.35);
        break;
    }
    return path;
}

} // namespace

Handles::Handles(QWidget *viewport, QGraphicsItem *parent, double z) : PlotLayer(parent, z), m_viewport(viewport) {}

void Handles::setHandles(std::vector<Handle> handles, double radius, bool ring)
{
    if (handles == m_handles && radius == m_radius && ring == m_ring)
        return;
    // Installs the event filter again, so that it is called before others: Qt calls the last installed one first.
    m_viewport->removeEventFilter(this);
    if (!handles.empty())
        m_viewport->installEventFilter(this);
    m_handles = std::move(handles);
    m_radius = radius;
    m_ring = ring;
    if (m_held && *m_held >= static_cast<int>(m_handles.size()))
        m_held.reset();
    update();
}

double Handles::ringPixels() const
{
    const double least = minRing * sizeFactor();
    const double most = std::max(least, largestRing * std::min(m_view.plot.width(), m_view.plot.height()));
    return std::clamp(m_radius * m_view.scale, least, most);
}

QPointF Handles::positionOf(std::size_t handle) const
{
    const QPointF way = m_handles[handle].at * ringPixels();
    const QPointF at = m_view.toPixel({0, 0}) + QPointF(way.x(), -way.y());
    // Keeps handles inside the plot, so that the user can reach them if the ring is outside.
    const double room = side * sizeFactor() / 2;
    const QRectF plot = m_view.plot.adjusted(room, room, -room, -room);
    return {std::clamp(at.x(), plot.left(), std::max(plot.left(), plot.right())),
            std::clamp(at.y(), plot.top(), std::max(plot.top(), plot.bottom()))};
}

std::vector<QRectF> Handles::boxes() const
{
    const double width = side * sizeFactor();
    std::vector<QRectF> boxes;
    for (std::size_t i = 0; i < m_handles.size(); ++i)
        boxes.emplace_back(positionOf(i) - QPointF(width, width) / 2, QSizeF(width, width));
    return boxes;
}

QPointF Handles::radiiAt(QPointF pixel) const
{
    const QPointF way = (pixel - m_view.toPixel({0, 0})) / ringPixels();
    return {way.x(), -way.y()};
}

std::optional<int> Handles::handleAt(QPointF pixel) const
{
    const double reach = side * sizeFactor() / 2;
    for (std::size_t i = m_handles.size(); i-- > 0;) {
        const QPointF away = pixel - positionOf(i);
        if (std::hypot(away.x(), away.y()) <= reach)
            return static_cast<int>(i);
    }
    return std::nullopt;
}

void Handles::paintHandle(QPainter &painter, const Handle &handle, bool highlighted) const
{
    const double radius = side * sizeFactor() / 2;
    painter.setPen(QPen(accent(), (highlighted ? 2 : 1.25) * sizeFactor()));
    painter.setBrush(plotBackground());
    painter.drawEllipse(QPointF(), radius - 1, radius - 1);
    painter.scale(radius, radius);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(highlighted ? accent() : textColour(), 0.13, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(signOf(handle.look));
}

void Handles::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *widget)
{
    if (m_handles.empty() || !widget) // exported figures, which have no widget, omit handles
        return;
    painter->setClipRect(m_view.plot, Qt::IntersectClip);
    painter->setRenderHint(QPainter::Antialiasing);
    if (m_ring) {
        painter->setPen(QPen(axisColour(), sizeFactor(), Qt::DashLine));
        painter->setBrush(Qt::NoBrush);
        painter->drawEllipse(m_view.toPixel({0, 0}), ringPixels(), ringPixels());
    }
    for (std::size_t i = 0; i < m_handles.size(); ++i) {
        painter->save();
        painter->translate(positionOf(i));
        const int number = static_cast<int>(i);
        paintHandle(*painter, m_handles[i], m_held == number || m_highlighted == number);
        painter->restore();
    }
}

void Handles::light(std::optional<int> handle, QPoint globalPosition)
{
    if (!m_highlighted)
        m_cursor = m_viewport->cursor();
    m_highlighted = handle;
    m_viewport->setCursor(handle ? QCursor(Qt::PointingHandCursor) : m_cursor);
    if (handle)
        QToolTip::showText(globalPosition, m_handles[static_cast<std::size_t>(*handle)].name, m_viewport);
    update();
}

bool Handles::eventFilter(QObject *watched, QEvent *event)
{
    const auto type = event->type();
    if (type != QEvent::MouseButtonPress && type != QEvent::MouseMove && type != QEvent::MouseButtonRelease &&
        type != QEvent::MouseButtonDblClick)
        return PlotLayer::eventFilter(watched, event);
    const auto &mouse = static_cast<const QMouseEvent &>(*event);
    const QPointF at = mouse.position();
    if (m_held && type == QEvent::MouseMove) {
        const QPointF way = at - m_from;
        m_moved = m_moved || std::hypot(way.x(), way.y()) > clickReach;
        if (m_moved)
            Q_EMIT dragged(*m_held, radiiAt(m_from), radiiAt(at), mouse.modifiers());
        return true;
    }
    if (m_held && type == QEvent::MouseButtonRelease) {
        Q_EMIT released(*std::exchange(m_held, std::nullopt), m_moved);
        update();
        return true;
    }
    const std::optional<int> under = handleAt(at);
    if (type == QEvent::MouseMove && under != m_highlighted)
        light(under, mouse.globalPosition().toPoint());
    const bool ours = under && (type != QEvent::MouseButtonPress || mouse.button() == Qt::LeftButton);
    if (ours && type == QEvent::MouseButtonPress) {
        m_held = under;
        m_from = at;
        m_moved = false;
        Q_EMIT taken(*under);
        update();
    }
    return ours;
}

} // namespace anchorscope::gui
