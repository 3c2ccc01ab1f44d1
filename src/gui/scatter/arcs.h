// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/viewtransform.h"

#include <QColor>
#include <QString>

#include <vector>

class QPainter;

namespace anchorscope::gui {

/// Similarity of an item to one anchor, drawn in the plane of a panel. Points are in coordinates of the panel.
struct Arc
{
    enum class Kind {
        Angle,  ///< angle at `centre` between the item and the anchor
        Line,   ///< line between the item and the anchor
        Corner, ///< two lines parallel to the axes, from the item to the anchor
    };
    Kind kind = Kind::Line;
    QPointF centre, item, anchor;
    QColor colour;
    QString value; ///< text of the similarity, drawn beside the arc

    bool operator==(const Arc &) const = default;
};

/// Paints arcs; the radii of angles increase from arc to arc, so that they do not overlap.
void paintArcs(QPainter &painter, const ViewTransform &view, const std::vector<Arc> &arcs);

} // namespace anchorscope::gui
