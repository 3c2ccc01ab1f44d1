// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/views/plotlayer.h"

#include <QCursor>

#include <optional>
#include <vector>

class QWidget;

namespace anchorscope::gui {

/// One thing to take hold of around a cloud.
struct Handle
{
    enum class Look { Turn, Mirror, Scale, Shift, Stretch, Bend };
    Look look = Look::Turn;
    QPointF at;   ///< from the middle of the ring, in its radii; y points up
    QString name; ///< what it does, as a tooltip

    bool operator==(const Handle &) const = default;
};

/// A ring with handles around the origin of the data. Takes the mouse from the panel only where a handle is; knows
/// nothing of what they change.
class Handles : public PlotLayer
{
    Q_OBJECT

public:
    static constexpr double side = 24; ///< pixels of a handle at the usual text size: what a finger can hit

    Handles(QWidget *viewport, QGraphicsItem *parent, double z);

    /// radius: of the ring, in the units of the data; on the screen it keeps within the plot. No handles: no ring.
    void setHandles(std::vector<Handle> handles, double radius, bool ring);
    const std::vector<Handle> &handles() const { return m_handles; }
    QPointF positionOf(std::size_t handle) const; ///< in viewport pixels

    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

Q_SIGNALS:
    void taken(int handle);
    /// While dragging: start and current position, in radii of the ring.
    void dragged(int handle, QPointF from, QPointF to, Qt::KeyboardModifiers modifiers);
    void released(int handle, bool moved);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    double ringPixels() const;
    QPointF radiiAt(QPointF pixel) const;
    std::optional<int> handleAt(QPointF pixel) const;
    void light(std::optional<int> handle, QPoint globalPosition);
    void paintHandle(QPainter &painter, const Handle &handle, bool lit) const;

    QWidget *m_viewport;
    std::vector<Handle> m_handles;
    double m_radius = 1;
    bool m_ring = true;
    std::optional<int> m_held, m_lit;
    QPointF m_from; ///< in pixels
    bool m_moved = false;
    QCursor m_cursor; ///< cursor of the panel, stored while a handle is highlighted
};

} // namespace anchorscope::gui
