// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/ramp.h"

#include "gui/plot/colourmap.h"
#include "gui/style/theme.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr int shades = 64;

} // namespace

double Ramp::share(double value) const
{
    if (logarithmic)
        return std::log(value / low) / std::log(high / low);
    return high > low ? (value - low) / (high - low) : 0.5;
}

QColor Ramp::colour(double share, bool dark) const
{
    return aroundZero ? pointDifference(2 * share - 1, dark) : pointShade(share, dark);
}

Ramp evenly(double low, double high, const std::function<QString(double)> &name)
{
    Ramp ramp{low, high};
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0})
        ramp.ticks.emplace_back(low + share * (high - low), name(low + share * (high - low)));
    return ramp;
}

QString plain(double value)
{
    return QLocale().toString(value, 'g', 3);
}

std::shared_ptr<PointColours> shaded(const std::vector<double> &values, const Ramp &ramp)
{
    const bool dark = isDark();
    auto colours = std::make_shared<PointColours>();
    for (int shade = 0; shade < shades; ++shade)
        colours->palette.push_back(ramp.colour(shade / (shades - 1.0), dark));
    colours->palette.push_back(neutralPoint());
    colours->unknown = shades;
    colours->classOfPoint.assign(values.size(), shades);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isfinite(values[i]))
            colours->classOfPoint[i] =
                static_cast<std::uint16_t>(std::lround(std::clamp(ramp.share(values[i]), 0.0, 1.0) * (shades - 1)));
    }
    for (const auto &[value, name] : ramp.ticks)
        colours->legend.push_back({name, ramp.colour(ramp.share(value), dark), 0});
    return colours;
}

} // namespace anchorscope::gui
