// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/pointshape.h"

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

// Sizes of shapes, in radii of a disc with the same area.
constexpr double squareSide = 0.886;   // half the side of the square, half of √π
constexpr double diamondWidth = 1.253; // half the width of the diamond, half of √(2π)
constexpr double crossLength = 1.4, crossWidth = 0.45;
constexpr double triangleBase = 1.347; // half the base of the equilateral triangle
constexpr double triangleTop = -1.5, triangleBottom = 0.833;

/// Corners of a shape with the radius 1; empty for the disc.
QPolygonF corners(int shape)
{
    switch (shape) {
    case 0:
        return {};
    case 1:
        return {{{-squareSide, -squareSide},
                 {squareSide, -squareSide},
                 {squareSide, squareSide},
                 {-squareSide, squareSide}}};
    case 2:
        return {{{0, triangleTop}, {triangleBase, triangleBottom}, {-triangleBase, triangleBottom}}};
    case 3:
        return {{{0, -diamondWidth}, {diamondWidth, 0}, {0, diamondWidth}, {-diamondWidth, 0}}};
    case 4:
        return {{{-crossWidth, -crossLength},
                 {crossWidth, -crossLength},
                 {crossWidth, -crossWidth},
                 {crossLength, -crossWidth},
                 {crossLength, crossWidth},
                 {crossWidth, crossWidth},
                 {crossWidth, crossLength},
                 {-crossWidth, crossLength},
                 {-crossWidth, crossWidth},
                 {-crossLength, crossWidth},
                 {-crossLength, -crossWidth},
                 {-crossWidth, -crossWidth}}};
    default:
        return {{{0, -triangleTop}, {triangleBase, -triangleBottom}, {-triangleBase, -triangleBottom}}};
    }
}

} // namespace

QPainterPath pointShape(int shape, double radius)
{
    QPainterPath path;
    QPolygonF scaled = corners(shape % pointShapes);
    if (scaled.isEmpty()) {
        path.addEllipse(QPointF(), radius, radius);
        return path;
    }
    for (QPointF &corner : scaled)
        corner *= radius;
    path.addPolygon(scaled);
    path.closeSubpath();
    return path;
}

bool insideShape(int shape, double x, double y, double radius)
{
    x /= radius;
    y /= radius;
    const auto inTriangle = [](double across, double down) {
        const double share = (down - triangleTop) / (triangleBottom - triangleTop);
        return share >= 0 && share <= 1 && std::abs(across) <= share * triangleBase;
    };
    const double longer = std::max(std::abs(x), std::abs(y)), shorter = std::min(std::abs(x), std::abs(y));
    switch (shape % pointShapes) {
    case 0:
        return x * x + y * y <= 1;
    case 1:
        return longer <= squareSide;
    case 2:
        return inTriangle(x, y);
    case 3:
        return longer + shorter <= diamondWidth;
    case 4:
        return longer <= crossLength && shorter <= crossWidth;
    default:
        return inTriangle(x, -y);
    }
}

} // namespace anchorscope::gui
