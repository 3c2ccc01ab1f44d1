// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/scatter/arcs.h"

#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

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
    Arc::Kind kind;
    QPointF centre, item, anchor;
    double radius, from, span;

    QPainterPath path() const;
    /// Position for the text, at `share` of the way from the anchor (0) to the item (1).
    QPointF valueAt(double share) const;
};

QPainterPath PlacedArc::path() const
{
    QPainterPath path;
    if (kind == Arc::Kind::Angle) {
        const QRectF box(centre - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
        path.arcMoveTo(box, from);
        path.arcTo(box, from, span);
        path.moveTo(centre);
    } else {
        path.moveTo(item);
        if (kind == Arc::Kind::Corner)
            path.lineTo(anchor.x(), item.y());
    }
    path.lineTo(anchor);
    return path;
}

QPointF PlacedArc::valueAt(double share) const
{
    if (kind == Arc::Kind::Line)
        return anchor + share * (item - anchor);
    if (kind == Arc::Kind::Corner)
        return {anchor.x(), item.y() + (share - 0.5) * (anchor.y() - item.y())};
    const double angle = (from + share * span) * std::numbers::pi / 180;
    return centre + (radius + 2) * QPointF(std::cos(angle), -std::sin(angle));
}

PlacedArc drawnIn(const ViewTransform &view, const Arc &arc, double radius)
{
    PlacedArc drawn{arc.kind, view.toPixel(arc.centre), view.toPixel(arc.item), view.toPixel(arc.anchor), radius, 0, 0};
    drawn.from = angleOf(drawn.anchor - drawn.centre);
    drawn.span = std::remainder(angleOf(drawn.item - drawn.centre) - drawn.from, 360.0);
    return drawn;
}

/// Paints the text near the middle of its arc, or not at all if it would cover other texts.
void paintValue(QPainter &painter, const PlacedArc &arc, const QString &value, std::vector<QRectF> &taken)
{
    for (const double share : {0.5, 0.35, 0.65, 0.2, 0.8}) {
        const QPointF at = arc.valueAt(share);
        const QRectF box = QRectF(painter.fontMetrics().boundingRect(value)).translated(at);
        if (std::ranges::any_of(taken, [&](const QRectF &other) { return other.intersects(box); }))
            continue;
        taken.push_back(box);
        QPainterPath letters;
        letters.addText(at, painter.font(), value);
        painter.strokePath(letters,
                           QPen(plotBackground(), 4 * sizeFactor(), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.fillPath(letters, textColour());
        return;
    }
}

} // namespace

void paintArcs(QPainter &painter, const ViewTransform &view, const std::vector<Arc> &arcs)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setFont(smallFont());
    double radius = firstRadius * sizeFactor();
    if (!arcs.empty() && arcs.front().kind == Arc::Kind::Angle) {
        painter.setPen(QPen(textColour(), 1.5 * sizeFactor()));
        painter.drawLine(view.toPixel(arcs.front().centre), view.toPixel(arcs.front().item));
    }
    std::vector<std::pair<PlacedArc, QString>> valued;
    for (const Arc &arc : arcs) {
        const PlacedArc drawn = drawnIn(view, arc, radius);
        radius += nextRadius * sizeFactor();
        const QPointF at = drawn.valueAt(0.5);
        if (!std::isfinite(at.x() + at.y()))
            continue;
        painter.setPen(QPen(arc.colour, 1.75 * sizeFactor(), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPath(drawn.path());
        if (!arc.value.isEmpty())
            valued.emplace_back(drawn, arc.value);
    }
    std::vector<QRectF> taken;
    for (const auto &[drawn, value] : valued) // paints the texts on top of all lines
        paintValue(painter, drawn, value, taken);
}

} // namespace anchorscope::gui
