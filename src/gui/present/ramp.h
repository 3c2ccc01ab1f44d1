// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/pointstyle.h"

#include <functional>
#include <limits>
#include <memory>

namespace anchorscope::gui {

inline constexpr double unknownNumber = std::numeric_limits<double>::quiet_NaN();

/// The numbers at both ends of a scale of colours, and those that its legend names.
struct Ramp
{
    double low = 0, high = 1;
    bool logarithmic = false;
    bool aroundZero = false; ///< the sign shows
    std::vector<std::pair<double, QString>> ticks = {};

    /// Where a value stands: 0 at the low end, 1 at the high one, beyond outside.
    double share(double value) const;
    QColor colour(double share, bool dark) const;
};

/// A ramp named at its ends and three times between.
Ramp evenly(double low, double high, const std::function<QString(double)> &name);

/// Three significant digits, in the user's locale.
QString plain(double value);

/// A colour for every number, with the ramp's ticks as the legend; points whose number is not known are neutral.
std::shared_ptr<PointColours> shaded(const std::vector<double> &values, const Ramp &ramp);

/// The value that a share of all numbers lies below; there is one at least.
double quantile(std::vector<double> values, double share);

} // namespace anchorscope::gui
