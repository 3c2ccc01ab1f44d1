// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/pointstyle.h"

#include <functional>
#include <limits>
#include <memory>

namespace anchorscope::gui {

inline constexpr double unknownNumber = std::numeric_limits<double>::quiet_NaN();

/// Colour scale: the numbers at its ends and the ticks of its legend.
struct Ramp
{
    double low = 0, high = 1;
    bool logarithmic = false;
    bool aroundZero = false; ///< true: different hues for positive and negative numbers
    std::vector<std::pair<double, QString>> ticks = {};

    /// Position of a value: 0 at the low end, 1 at the high end, outside [0, 1] beyond them.
    double share(double value) const;
    QColor colour(double share, bool dark) const;
};

/// Colour scale with five evenly spaced ticks.
Ramp evenly(double low, double high, const std::function<QString(double)> &name);

/// Formats a number with three significant digits in the user's locale.
QString plain(double value);

/// Colours points by numbers; the legend shows the ticks. Points with unknownNumber are neutral.
std::shared_ptr<PointColours> shaded(const std::vector<double> &values, const Ramp &ramp);

/// Quantile of at least one number; `share`: 0 … 1.
double quantile(std::vector<double> values, double share);

} // namespace anchorscope::gui
