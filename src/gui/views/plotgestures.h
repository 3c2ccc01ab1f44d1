// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointF>
#include <QPolygonF>

#include <optional>

class QMouseEvent;
class QWidget;

namespace anchorscope::gui {

/// Converts mouse and wheel events of a viewport to zooming, panning, clicks, boxes and lassos, in viewport pixels.
class PlotGestures : public QObject
{
    Q_OBJECT

public:
    enum class Tool { Pan, Box, Lasso };

    explicit PlotGestures(QWidget *viewport);

    void setTool(Tool tool);
    Tool tool() const { return m_tool; }
    bool abandonArea(); ///< cancels the box or lasso that the user is dragging; false: none

Q_SIGNALS:
    void panned(QPointF by);
    void zoomed(double factor, QPointF at);
    void fitRequested();
    void moved(QPoint position, QPoint globalPosition); ///< reports a move of the mouse without a pressed button
    void left();
    void clicked(QPoint position, Qt::KeyboardModifiers modifiers);
    /// Reports the box or lasso that the user is dragging; empty: it was cancelled or finished.
    void areaChanged(const QPolygonF &area);
    void areaFinished(const QPolygonF &area, Qt::KeyboardModifiers modifiers);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void press(const QMouseEvent *event);
    void drag(const QMouseEvent *event);
    void release(const QMouseEvent *event);
    void updateCursor();

    QWidget *m_viewport;
    Tool m_tool = Tool::Pan;
    Qt::MouseButton m_button = Qt::NoButton;
    QPointF m_pressed, m_last;
    bool m_dragging = false;
    QPolygonF m_area;
};

} // namespace anchorscope::gui
