// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/plotgestures.h"

#include <QGuiApplication>
#include <QMouseEvent>
#include <QStyleHints>
#include <QWheelEvent>
#include <QWidget>

#include <cmath>

namespace anchorscope::gui {

PlotGestures::PlotGestures(QWidget *viewport) : QObject(viewport), m_viewport(viewport)
{
    viewport->setMouseTracking(true);
    viewport->installEventFilter(this);
}

void PlotGestures::setTool(Tool tool)
{
    m_tool = tool;
    updateCursor();
}

bool PlotGestures::abandonArea()
{
    if (m_area.isEmpty())
        return false;
    m_area.clear();
    m_dragging = false;
    m_button = Qt::NoButton;
    Q_EMIT areaChanged({});
    return true;
}

void PlotGestures::updateCursor()
{
    const bool pans = m_dragging && m_area.isEmpty();
    m_viewport->setCursor(pans ? Qt::ClosedHandCursor : m_tool == Tool::Pan ? Qt::ArrowCursor : Qt::CrossCursor);
}

bool PlotGestures::eventFilter(QObject *, QEvent *event)
{
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        press(static_cast<QMouseEvent *>(event));
        return true;
    case QEvent::MouseMove:
        drag(static_cast<QMouseEvent *>(event));
        return true;
    case QEvent::MouseButtonRelease:
        release(static_cast<QMouseEvent *>(event));
        return true;
    case QEvent::MouseButtonDblClick:
        Q_EMIT fitRequested();
        return true;
    case QEvent::Wheel: {
        const auto *wheel = static_cast<QWheelEvent *>(event);
        if (wheel->angleDelta().y() != 0)
            Q_EMIT zoomed(std::exp2(wheel->angleDelta().y() / 360.0), wheel->position());
        event->accept();
        return true;
    }
    case QEvent::Leave:
        Q_EMIT left();
        return false;
    default:
        return false;
    }
}

void PlotGestures::press(const QMouseEvent *event)
{
    if (m_button != Qt::NoButton || (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton))
        return;
    m_button = event->button();
    m_pressed = m_last = event->position();
    m_dragging = false;
}

void PlotGestures::drag(const QMouseEvent *event)
{
    if (m_button == Qt::NoButton)
        return Q_EMIT moved(event->position().toPoint(), event->globalPosition().toPoint());
    const QPointF position = event->position();
    if (!m_dragging &&
        (position - m_pressed).manhattanLength() < QGuiApplication::styleHints()->startDragDistance() / 2.0)
        return;
    if (!m_dragging) {
        m_dragging = true;
        if (m_button == Qt::LeftButton && m_tool != Tool::Pan)
            m_area << m_pressed;
        updateCursor();
        Q_EMIT left();
    }
    if (m_area.isEmpty())
        Q_EMIT panned(position - m_last);
    else if (m_tool == Tool::Box)
        m_area = QPolygonF(QRectF(m_pressed, position).normalized());
    else if ((position - m_area.last()).manhattanLength() >= 2)
        m_area << position;
    m_last = position;
    if (!m_area.isEmpty())
        Q_EMIT areaChanged(m_area);
}

void PlotGestures::release(const QMouseEvent *event)
{
    if (event->button() != m_button)
        return;
    const bool dragged = m_dragging;
    const QPolygonF area = m_area;
    m_button = Qt::NoButton;
    m_dragging = false;
    m_area.clear();
    updateCursor();
    if (!area.isEmpty()) {
        Q_EMIT areaChanged({});
        Q_EMIT areaFinished(area, event->modifiers());
    } else if (!dragged && event->button() == Qt::LeftButton) {
        Q_EMIT clicked(event->position().toPoint(), event->modifiers());
    }
}

} // namespace anchorscope::gui
