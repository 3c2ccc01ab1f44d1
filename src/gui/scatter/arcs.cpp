// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/scatter/arcs.h"

#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace anchorscope::gui {

namespace {

/// Radius of the first angle's arc, and increase for each further angle, in pixels at sizeFactor() = 1.
constexpr double firstRadius = 26, nextRadius = 9;

double angleOf(QPointF way)
{
    // Negates y, which points up for angles and down for pixels.
    return std::atan2(-way.y(), way.x()) * 180 / std::numbers::pi;
}

/// Arc in pixels of the panel; angles in degrees, counter-clockwise.
struct PlacedArc
{
    const Arc *arc;
    QPointF centre, item, anchor;
    double radius, from, span;

    QPainterPath path() const;
    /// Position for the text, at `share` of the way from the anchor (0) to the item (1).
    QPointF valueAt(double share) const;
};

QPainterPath PlacedArc::path() const
{
    QPainterPath path;
    if (arc->kind == Arc::Kind::Angle) {
        const QRectF box(centre - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
        path.arcMoveTo(box, from);
        path.arcTo(box, from, span);
        path.moveTo(centre);
    } else {
        path.moveTo(item);
        if (arc->kind == Arc::Kind::Corner)
            path.lineTo(anchor.x(), item.y());
    }
    path.lineTo(anchor);
    return path;
}

QPointF PlacedArc::valueAt(double share) const
{
    if (arc->kind == Arc::Kind::Line)
        return anchor + share * (item - anchor);
    if (arc->kind == Arc::Kind::Corner)
        return {anchor.x(), item.y() + (share - 0.5) * (anchor.y() - item.y())};
    const double angle = (from + share * span) * std::numbers::pi / 180;
    return centre + (radius + 2) * QPointF(std::cos(angle), -std::sin(angle));
}

/// Arcs in pixels of the panel, without those of hidden items.
std::vector<PlacedArc> placed(const ViewTransform &view, const std::vector<Arc> &arcs)
{
    std::vector<PlacedArc> placed;
    double radius = firstRadius * sizeFactor();
    for (const Arc &arc : arcs) {
        PlacedArc drawn{&arc, view.toPixel(arc.centre), view.toPixel(arc.item), view.toPixel(arc.anchor), radius, 0, 0};
        drawn.from = angleOf(drawn.anchor - drawn.centre);
        drawn.span = std::remainder(angleOf(drawn.item - drawn.centre) - drawn.from, 360.0);
        radius += nextRadius * sizeFactor();
        if (const QPointF at = drawn.valueAt(0.5); std::isfinite(at.x() + at.y()))
            placed.push_back(drawn);
    }
    return placed;
}

/// Paints the value near the middle of its arc, inside the plot, or not at all if it would cover other texts.
void paintValue(QPainter &painter, const QRectF &plot, const PlacedArc &arc, std::vector<QRectF> &taken)
{
    const QString &value = arc.arc->value;
    const QRectF letters = painter.fontMetrics().boundingRect(value);
    for (const double share : {0.5, 0.35, 0.65, 0.2, 0.8}) {
        for (const double left : {0.0, -letters.width()}) {
            const QPointF at = arc.valueAt(share) + QPointF(left, 0);
            const QRectF box = letters.translated(at);
            if (!plot.contains(box) ||
                std::ranges::any_of(taken, [&](const QRectF &other) { return other.intersects(box); }))
                continue;
            taken.push_back(box);
            QPainterPath path;
            path.addText(at, painter.font(), value);
            painter.strokePath(path,
                               QPen(plotBackground(), 4 * sizeFactor(), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
            painter.fillPath(path, textColour());
            return;
        }
    }
}

} // namespace

void paintArcs(QPainter &painter, const ViewTransform &view, const std::vector<Arc> &arcs)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    if (!arcs.empty() && arcs.front().kind == Arc::Kind::Angle) {
        painter.setPen(QPen(textColour(), 1.5 * sizeFactor()));
        painter.drawLine(view.toPixel(arcs.front().centre), view.toPixel(arcs.front().item));
    }
    for (const PlacedArc &drawn : placed(view, arcs)) {
        painter.setPen(QPen(drawn.arc->colour, 1.75 * sizeFactor(), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPath(drawn.path());
    }
}

void paintArcValues(QPainter &painter, const ViewTransform &view, const std::vector<Arc> &arcs,
                    std::vector<QRectF> &taken)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(smallFont());
    for (const PlacedArc &drawn : placed(view, arcs)) {
        if (!drawn.arc->value.isEmpty())
            paintValue(painter, view.plot, drawn, taken);
    }
}

} // namespace anchorscope::gui
