// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/views/plotlayer.h"

#include <QCursor>

#include <optional>
#include <vector>

class QWidget;

namespace anchorscope::gui {

/// Handle on the ring around a panel's points; dragging it transforms Y.
struct Handle
{
    enum class Look { Turn, Mirror, Scale, Shift, Stretch, Bend };
    Look look = Look::Turn;
    QPointF at; ///< position in radii of the ring from its centre; y points up
    QString name;

    bool operator==(const Handle &) const = default;
};

/// Ring with handles around the origin of a panel's data. Takes mouse events only while the pointer is over a handle.
/// The receivers of its signals perform the transforms.
class Handles : public PlotLayer
{
    Q_OBJECT

public:
    /// Width and height of a handle in pixels at sizeFactor() = 1; large enough for a finger.
    static constexpr double side = 24;

    Handles(QWidget *viewport, QGraphicsItem *parent, double z);

    /// Sets the handles. `radius`: in data units, limited to fit into the plot. `ring`: false hides the ring.
    void setHandles(std::vector<Handle> handles, double radius, bool ring);
    const std::vector<Handle> &handles() const { return m_handles; }
    QPointF positionOf(std::size_t handle) const; ///< position of a handle in pixels of the viewport
    std::vector<QRectF> boxes() const;            ///< boxes of the handles in pixels of the viewport

    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

Q_SIGNALS:
    void taken(int handle);
    /// Reports a drag from its start to the current position, both in radii of the ring.
    void dragged(int handle, QPointF from, QPointF to, Qt::KeyboardModifiers modifiers);
    void released(int handle, bool moved);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    double ringPixels() const;
    QPointF radiiAt(QPointF pixel) const;
    std::optional<int> handleAt(QPointF pixel) const;
    void light(std::optional<int> handle, QPoint globalPosition);
    void paintHandle(QPainter &painter, const Handle &handle, bool highlighted) const;

    QWidget *m_viewport;
    std::vector<Handle> m_handles;
    double m_radius = 1;
    bool m_ring = true;
    std::optional<int> m_held, m_highlighted;
    QPointF m_from; ///< position at which the drag began, in pixels
    bool m_moved = false;
    QCursor m_cursor; ///< cursor of the panel while no handle is highlighted
};

} // namespace anchorscope::gui
