// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace anchorscope::gui {

/// Viridis, dark violet to bright yellow; its lightness rises evenly. share in [0, 1], beyond is clamped.
QColor viridis(double share);

/// Colour of a point from a low (0) to a high value (1), with a contrast of 3 : 1 against the ground of the theme's
/// plots: on dark a stretch of viridis, on light from deep blue by magenta to orange.
QColor pointShade(double share, bool dark);

/// Colour of a point from below zero (−1, orange) to above (1, blue), with 3 : 1 against the ground everywhere; zero is
/// the farthest from it, so that it is not taken for “not known”.
QColor pointDifference(double share, bool dark);

/// Fill of a heat map: one hue, even steps of lightness, from the ground of the theme (share 0) to its opposite.
QColor heat(double share, bool dark);

/// For differences: blue below zero, the ground at zero, orange above; safe for colour-blind eyes. share in [−1, 1].
QColor diverging(double share, bool dark);

/// CIE lightness L*, 0 … 100, of an opaque sRGB colour.
double lightness(const QColor &colour);

/// Black or white, whichever is better read on this ground.
QColor readableOn(const QColor &ground);

} // namespace anchorscope::gui
