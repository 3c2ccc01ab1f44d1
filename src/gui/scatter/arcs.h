// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/viewtransform.h"

#include <QColor>
#include <QString>

#include <vector>

class QPainter;

namespace anchorscope::gui {

/// Similarity of an item to one anchor, shown as an angle or a line. Positions are in the panel's data coordinates.
struct Arc
{
    enum class Kind {
        Angle,  ///< angle at `centre` between the directions to the item and to the anchor
        Line,   ///< straight line between the item and the anchor
        Corner, ///< path from the item to the anchor by two lines parallel to the axes
    };
    Kind kind = Kind::Line;
    QPointF centre, item, anchor;
    QColor colour;
    QString value;

    bool operator==(const Arc &) const = default;
};

/// Paints the similarities of an item to its anchors. Angles have increasing radii, so that they do not overlap.
void paintArcs(QPainter &painter, const ViewTransform &view, const std::vector<Arc> &arcs);

/// Paints the values of the arcs, each near the middle of its arc, and adds their boxes to `taken`. A value for which
/// only occupied places are left is omitted.
void paintArcValues(QPainter &painter, const ViewTransform &view, const std::vector<Arc> &arcs,
                    std::vector<QRectF> &taken);

} // namespace anchorscope::gui
