// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/pointstyle.h"

#include <functional>
#include <limits>
#include <memory>

namespace anchorscope::gui {

inline constexpr double unknownNumber = std::numeric_limits<double>::quiet_NaN();

/// Colour scale for numbers, with the ticks in its legend.
struct Ramp
{
    double low = 0, high = 1;
    bool logarithmic = false;
    bool aroundZero = false; ///< true if positive and negative numbers have different hues
    std::vector<std::pair<double, QString>> ticks = {};

    /// Position of a value on the colour scale: 0 at the low end, 1 at the high end; not clamped.
    double share(double value) const;
    QColor colour(double share, bool dark) const;
};

/// Colour scale with five evenly spaced ticks, formatted by `name`.
Ramp evenly(double low, double high, const std::function<QString(double)> &name);

/// Formats a number with three significant digits in the user's locale.
QString plain(double value);

/// Colours points by numbers; unknownNumber is neutral.
std::shared_ptr<PointColours> shaded(const std::vector<double> &values, const Ramp &ramp);

} // namespace anchorscope::gui
