// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/views/plotlayer.h"

#include <QCursor>

#include <optional>
#include <vector>

class QWidget;

namespace anchorscope::gui {

/// Handle on a ring around the points.
struct Handle
{
    enum class Look { Turn, Mirror, Scale, Shift, Stretch, Bend };
    Look look = Look::Turn;
    QPointF at;   ///< position relative to the centre of the ring, in its radii; y points up
    QString name; ///< tooltip that explains the handle

    bool operator==(const Handle &) const = default;
};

/// Ring with handles around the origin of the data. It takes mouse events from the panel only over a handle, and does
/// not depend on what dragging changes.
class Handles : public PlotLayer
{
    Q_OBJECT

public:
    static constexpr double side = 24; ///< side of a handle in pixels at sizeFactor() = 1, large enough for a finger

    Handles(QWidget *viewport, QGraphicsItem *parent, double z);

    /// Sets the handles. `radius`: that of the ring in units of the data, limited so that the ring fits into the plot.
    /// Without handles no ring is drawn.
    void setHandles(std::vector<Handle> handles, double radius, bool ring);
    const std::vector<Handle> &handles() const { return m_handles; }
    QPointF positionOf(std::size_t handle) const; ///< position of a handle in viewport pixels

    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

Q_SIGNALS:
    void taken(int handle);
    /// Reports a drag in progress: its start and the current position, in radii of the ring.
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
    QPointF m_from; ///< start of the drag, in pixels
    bool m_moved = false;
    QCursor m_cursor; ///< cursor of the panel, stored while a handle is highlighted
};

} // namespace anchorscope::gui
