// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainterPath>

namespace anchorscope::gui {

/// Number of shapes (disc, square, triangle, diamond, cross, triangle on its tip), which distinguish classes in
/// addition to colour. They have about equal areas; class c has shape c % pointShapes.
inline constexpr int pointShapes = 6;

/// Outline of a shape around the origin, y down, with the area of a disc of this radius.
QPainterPath pointShape(int shape, double radius);
/// True if the point (x, y) is inside a shape around the origin with the area of a disc of this radius.
bool insideShape(int shape, double x, double y, double radius);
/// Largest extent of a shape from its centre, in radii of the disc with the same area.
inline constexpr double shapeReach = 1.5;

} // namespace anchorscope::gui
