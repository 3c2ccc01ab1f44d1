// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/ticks.h"

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

double tickInterval(double length, int most)
{
    if (!(length > 0) || !std::isfinite(length))
        return 1;
    const double raw = length / std::max(1, most);
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (step * power >= raw * (1 - 1e-9))
            return step * power;
    }
    return 10 * power;
}

int tickDecimals(double interval)
{
    return std::clamp(static_cast<int>(std::ceil(-std::log10(interval) - 1e-9)), 0, 12);
}

} // namespace anchorscope::gui
