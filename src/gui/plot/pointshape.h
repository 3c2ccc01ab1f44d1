// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainterPath>

namespace anchorscope::gui {

/// Number of shapes: disc, square, triangle, diamond, cross, triangle on its tip. Class c has shape c % pointShapes.
inline constexpr int pointShapes = 6;

/// Outline of a shape around the origin, y down, with the area of a disc of this radius.
QPainterPath pointShape(int shape, double radius);
bool insideShape(int shape, double x, double y, double radius);
/// Largest distance of a shape's outline from its centre, in radii.
inline constexpr double shapeReach = 1.5;

} // namespace anchorscope::gui
