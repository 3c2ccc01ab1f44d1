// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace anchorscope::gui {

/// Colour map Viridis: dark violet to bright yellow with evenly rising lightness. `share` is clamped to [0, 1].
QColor viridis(double share);

/// Colour of a point for a value from 0 (low) to 1 (high), with a contrast of 3 : 1 to the background: a part of
/// viridis() on a dark background, otherwise deep blue through magenta to orange.
QColor pointShade(double share, bool dark);

/// Colour of a point for a value from −1 (orange) to 1 (blue), with a contrast of 3 : 1 to the background. Zero has the
/// highest contrast, so that it differs from unknown values.
QColor pointDifference(double share, bool dark);

/// Colour of a heat map's cell: one hue, from the background (0) to its opposite (1) in even steps of lightness.
QColor heat(double share, bool dark);

/// Colour of a cell for a difference from −1 (blue) to 1 (orange), safe for colour-blind users; zero: the background.
QColor diverging(double share, bool dark);

/// CIE lightness L*, 0 … 100, of an opaque colour.
double lightness(const QColor &colour);

/// Black or white, whichever has the higher contrast to this background.
QColor readableOn(const QColor &background);

} // namespace anchorscope::gui
