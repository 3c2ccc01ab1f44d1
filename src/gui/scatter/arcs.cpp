// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/scatter/arcs.h"

#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <numbers>

namespace anchorscope::gui {

namespace {

constexpr double firstRadius = 26, nextRadius = 9; ///< pixels at the usual text size

double angleOf(QPointF way)
{
    return std::atan2(-way.y(), way.x()) * 180 / std::numbers::pi; // pixels point down
}

/// The path, and where its value stands.
QPointF addArc(QPainterPath &path, const Arc &arc, const ViewTransform &view, double radius)
{
    const QPointF centre = view.toPixel(arc.centre), item = view.toPixel(arc.item), anchor = view.toPixel(arc.anchor);
    if (arc.kind == Arc::Kind::Corner) {
        const QPointF corner(anchor.x(), item.y());
        path.moveTo(item);
        path.lineTo(corner);
        path.lineTo(anchor);
        return corner;
    }
    if (arc.kind == Arc::Kind::Line) {
        path.moveTo(item);
        path.lineTo(anchor);
        return (item + anchor) / 2;
    }
    const double from = angleOf(anchor - centre), span = std::remainder(angleOf(item - centre) - from, 360.0);
    const QRectF box(centre - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
    path.arcMoveTo(box, from);
    path.arcTo(box, from, span);
    path.moveTo(centre);
    path.lineTo(anchor);
    const double middle = (from + span / 2) * std::numbers::pi / 180;
    return centre + (radius + 2) * QPointF(std::cos(middle), -std::sin(middle));
}

} // namespace

void paintArcs(QPainter &painter, const ViewTransform &view, const std::vector<Arc> &arcs)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setFont(smallFont());
    double radius = firstRadius * sizeFactor();
    if (!arcs.empty() && arcs.front().kind == Arc::Kind::Angle) { // the ray of the item itself
        painter.setPen(QPen(textColour(), 1.5 * sizeFactor()));
        painter.drawLine(view.toPixel(arcs.front().centre), view.toPixel(arcs.front().item));
    }
    for (const Arc &arc : arcs) {
        QPainterPath path;
        const QPointF at = addArc(path, arc, view, radius);
        radius += nextRadius * sizeFactor();
        if (!std::isfinite(at.x() + at.y()))
            continue;
        painter.setPen(QPen(arc.colour, 1.75 * sizeFactor(), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPath(path);
        if (arc.value.isEmpty())
            continue;
        QPainterPath letters;
        letters.addText(at, painter.font(), arc.value);
        painter.strokePath(letters, QPen(plotGround(), 4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.fillPath(letters, textColour());
    }
}

} // namespace anchorscope::gui
