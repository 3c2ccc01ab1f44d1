// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace anchorscope::gui {

/// Colour map Viridis: dark violet to bright yellow, with evenly rising lightness. `share` is clamped to [0, 1].
QColor viridis(double share);

/// Colour of a point from a low (0) to a high value (1), with a contrast of 3 : 1 to the plot background: a part of
/// viridis on dark, deep blue through magenta to orange on light.
QColor pointShade(double share, bool dark);

/// Colour of a point from below zero (−1, orange) to above (1, blue), with at least 3 : 1 to the background. Zero has
/// the highest contrast, so that it is not mistaken for “unknown”.
QColor pointDifference(double share, bool dark);

/// Fill of a heat map: one hue with even steps of lightness, from the plot background (share 0) to its opposite.
QColor heat(double share, bool dark);

/// Fill of a heat map of differences: blue below zero, the background at zero, orange above; safe for colour-blind
/// users. `share`: −1 … 1.
QColor diverging(double share, bool dark);

/// CIE lightness L*, 0 … 100, of an opaque sRGB colour.
double lightness(const QColor &colour);

/// Black or white, whichever has the higher contrast to this background.
QColor readableOn(const QColor &background);

} // namespace anchorscope::gui
