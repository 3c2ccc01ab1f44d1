// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/viewtransform.h"

#include <QColor>
#include <QString>

#include <vector>

class QPainter;

namespace anchorscope::gui {

/// How one anchor sees an item, drawn in the plane of a panel. Points are in the coordinates of the panel.
struct Arc
{
    enum class Kind {
        Angle,  ///< between the rays from `centre` to both
        Line,   ///< from one to the other
        Corner, ///< along both axes
    };
    Kind kind = Kind::Line;
    QPointF centre, item, anchor;
    QColor colour;
    QString value; ///< beside it

    bool operator==(const Arc &) const = default;
};

/// Angles get radii that grow from arc to arc, so that they do not lie on each other.
void paintArcs(QPainter &painter, const ViewTransform &view, const std::vector<Arc> &arcs);

} // namespace anchorscope::gui
