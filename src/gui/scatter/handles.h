// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/views/plotlayer.h"

#include <QCursor>

#include <optional>
#include <vector>

class QWidget;

namespace anchorscope::gui {

/// Handle on the ring around the points of a panel; the user drags it to transform Y.
struct Handle
{
    enum class Look { Turn, Mirror, Scale, Shift, Stretch, Bend };
    Look look = Look::Turn;
    QPointF at;   ///< position relative to the centre of the ring, in radii of the ring; y points up
    QString name; ///< tooltip that explains the handle

    bool operator==(const Handle &) const = default;
};

/// Ring with handles around the origin of the data in a panel. It takes the panel's mouse events only while the pointer
/// is over a handle. What a drag changes is up to the receivers of its signals.
class Handles : public PlotLayer
{
    Q_OBJECT

public:
    /// Width and height of a handle in pixels at sizeFactor() = 1, large enough for a finger.
    static constexpr double side = 24;

    Handles(QWidget *viewport, QGraphicsItem *parent, double z);

    /// Sets the handles. `radius`: radius of the ring in data units, limited so that the ring fits into the plot.
    /// `ring`: whether the ring itself is painted; without handles it is not.
    void setHandles(std::vector<Handle> handles, double radius, bool ring);
    const std::vector<Handle> &handles() const { return m_handles; }
    QPointF positionOf(std::size_t handle) const; ///< position of a handle in pixels of the viewport

    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

Q_SIGNALS:
    void taken(int handle);
    /// Reports that the user drags a handle: the position at which the drag began and the current one, in radii of the
    /// ring.
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
    QCursor m_cursor; ///< cursor of the panel, to be restored when no handle is highlighted
};

} // namespace anchorscope::gui
