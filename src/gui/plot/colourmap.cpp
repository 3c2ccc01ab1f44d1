// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/colourmap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace anchorscope::gui {

namespace {

/// Colour in CIE L*a*b* with the white point D65.
struct Lab
{
    double l, a, b;
};

double toLinear(double v)
{
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

double fromLinear(double v)
{
    return v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
}

QColor toColour(const Lab &lab)
{
    const auto inverse = [](double t) { return t > 6.0 / 29 ? t * t * t : (t - 4.0 / 29) * 3 * 36 / 841; };
    const double fy = (lab.l + 16) / 116;
    const double x = 0.95047 * inverse(fy + lab.a / 500), y = inverse(fy), z = 1.08883 * inverse(fy - lab.b / 200);
    const auto channel = [](double linear) {
        return static_cast<float>(std::clamp(fromLinear(std::max(0.0, linear)), 0.0, 1.0));
    };
    return QColor::fromRgbF(channel(3.2406 * x - 1.5372 * y - 0.4986 * z),
                            channel(-0.9689 * x + 1.8758 * y + 0.0415 * z),
                            channel(0.0557 * x - 0.2040 * y + 1.0570 * z));
}

/// Colour at `share` (0 … 1) of the way along a list of colours, linearly interpolated.
Lab along(std::span<const Lab> stops, double share)
{
    const double at = std::clamp(std::isfinite(share) ? share : 0.0, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
    const auto first = std::min(static_cast<std::size_t>(at), stops.size() - 2);
    const double t = at - static_cast<double>(first);
    const Lab &from = stops[first], &to = stops[first + 1];
    return {from.l + t * (to.l - from.l), from.a + t * (to.a - from.a), from.b + t * (to.b - from.b)};
}

} // namespace

QColor viridis(double share)
{
    static constexpr std::array<QRgb, 16> stops = {0x440154, 0x481a6c, 0x472f7d, 0x414487, 0x39568c, 0x31688e,
                                                   0x2a788e, 0x23888e, 0x1f988b, 0x22a884, 0x35b779, 0x54c568,
                                                   0x7ad151, 0xa5db36, 0xd2e21b, 0xfde725};
    const double at = std::clamp(std::isfinite(share) ? share : 0.0, 0.0, 1.0) * (stops.size() - 1);
    const auto first = std::min(static_cast<std::size_t>(at), stops.size() - 2);
    const double t = at - static_cast<double>(first);
    const auto mix = [&](int from, int to) { return static_cast<int>(std::lround(from + t * (to - from))); };
    const QRgb a = stops[first], b = stops[first + 1];
    return QColor(mix(qRed(a), qRed(b)), mix(qGreen(a), qGreen(b)), mix(qBlue(a), qBlue(b)));
}

QColor pointShade(double share, bool dark)
{
    // Deep blue, magenta, orange: as different as colours with a contrast of 3 : 1 to the background can be.
    static constexpr std::array<Lab, 4> onLight = {{{16, 34, -58}, {34, 58, -44}, {48, 66, 12}, {60, 36, 62}}};
    constexpr double firstOnDark = 0.36;
    const double clamped = std::clamp(std::isfinite(share) ? share : 0.0, 0.0, 1.0);
    return dark ? viridis(firstOnDark + clamped * (1 - firstOnDark)) : toColour(along(onLight, clamped));
}

QColor pointDifference(double share, bool dark)
{
    static constexpr std::array<Lab, 3> onLight = {{{57, 48, 62}, {22, 0, -4}, {52, -2, -52}}};
    static constexpr std::array<Lab, 3> onDark = {{{66, 42, 62}, {92, 0, -2}, {64, -8, -40}}};
    return toColour(along(dark ? onDark : onLight, (share + 1) / 2));
}

QColor heat(double share, bool dark)
{
    static constexpr std::array<Lab, 3> onLight = {{{97, -1, -2}, {61, -6, -33}, {25, 6, -38}}};
    static constexpr std::array<Lab, 3> onDark = {{{13, 0, -5}, {50, -4, -36}, {87, -9, -14}}};
    return toColour(along(dark ? onDark : onLight, share));
}

QColor diverging(double share, bool dark)
{
    static constexpr std::array<Lab, 5> onLight = {
        {{35, 4, -44}, {66, -6, -28}, {97, -1, 0}, {69, 27, 42}, {41, 42, 50}}};
    static constexpr std::array<Lab, 5> onDark = {
        {{75, -10, -32}, {44, -4, -34}, {13, 0, -4}, {44, 30, 40}, {75, 25, 52}}};
    return toColour(along(dark ? onDark : onLight, (share + 1) / 2));
}

double lightness(const QColor &colour)
{
    const double y =
        0.2126 * toLinear(colour.redF()) + 0.7152 * toLinear(colour.greenF()) + 0.0722 * toLinear(colour.blueF());
    return y > 216.0 / 24389 ? 116 * std::cbrt(y) - 16 : y * 24389 / 27;
}

QColor readableOn(const QColor &background)
{
    // Lightness L* of backgrounds on which black and white have the same contrast, 4.6 : 1.
    constexpr double even = 49.4;
    return QColor(lightness(background) > even ? Qt::black : Qt::white);
}

} // namespace anchorscope::gui
