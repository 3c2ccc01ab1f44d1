// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace anchorscope::gui {

/// Colour of the colour map Viridis, from dark violet to bright yellow with evenly rising lightness. `share` is clamped
/// to [0, 1].
QColor viridis(double share);

/// Colour of a point by its value, from low (0) to high (1), with a contrast of 3 : 1 to the plot background. On a dark
/// background, the colours are a part of viridis(); on a light one, deep blue through magenta to orange.
QColor pointShade(double share, bool dark);

/// Colour of a point by a signed value, from −1 (orange) to 1 (blue), with a contrast of at least 3 : 1 to the
/// background. Zero has the highest contrast, so that it is not mistaken for “unknown”.
QColor pointDifference(double share, bool dark);

/// Fill colour of a cell in a heat map: one hue with even steps of lightness, from the plot background (share 0) to its
/// opposite (share 1).
QColor heat(double share, bool dark);

/// Fill colour of a cell in a heat map of differences: blue below zero, the background at zero, orange above; safe for
/// colour-blind users. `share`: −1 … 1.
QColor diverging(double share, bool dark);

/// CIE lightness L*, 0 … 100, of an opaque sRGB colour.
double lightness(const QColor &colour);

/// Black or white, whichever has the higher contrast to this background.
QColor readableOn(const QColor &background);

} // namespace anchorscope::gui
