// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainterPath>

namespace anchorscope::gui {

/// Shapes that distinguish classes in addition to colour, of about equal area; class c has shape c % pointShapes.
inline constexpr int pointShapes = 6; ///< number of shapes: disc, square, triangle, diamond, cross, triangle on its tip

/// Outline of a shape around the origin, y down; `radius` is that of a disc of the same area.
QPainterPath pointShape(int shape, double radius);
/// True if (x, y) is inside a shape around the origin.
bool insideShape(int shape, double x, double y, double radius);
/// Extent of the shapes from their centre, in units of `radius`.
inline constexpr double shapeReach = 1.5;

} // namespace anchorscope::gui
