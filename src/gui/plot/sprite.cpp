// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/sprite.h"

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

DiscSprite::DiscSprite(double diameter) : m_radius(static_cast<int>(std::ceil(std::max(0.0, diameter / 2 - 0.5))))
{
    constexpr int samples = 8;
    const int side = 2 * m_radius + 1;
    const double square = diameter * diameter / 4;
    m_coverage.reserve(static_cast<std::size_t>(side) * side);
    for (int dy = -m_radius; dy <= m_radius; ++dy) {
        for (int dx = -m_radius; dx <= m_radius; ++dx) {
            int inside = 0;
            for (int s = 0; s < samples * samples; ++s) {
                const double x = dx - 0.5 + (s % samples + 0.5) / samples;
                const double y = dy - 0.5 + (s / samples + 0.5) / samples;
                inside += x * x + y * y <= square;
            }
            m_coverage.push_back(static_cast<std::uint8_t>(inside * 255 / (samples * samples)));
        }
    }
}

namespace {

/// All four channels of a premultiplied pixel times factor / 256.
inline QRgb scaled(QRgb pixel, unsigned factor)
{
    const unsigned even = ((pixel & 0x00ff00ffu) * factor >> 8) & 0x00ff00ffu;
    const unsigned odd = ((pixel >> 8) & 0x00ff00ffu) * factor & 0xff00ff00u;
    return even | odd;
}

} // namespace

void stamp(QImage &image, const DiscSprite &sprite, int x, int y, QRgb colour)
{
    const int r = sprite.radius();
    const int left = std::max(0, x - r), right = std::min(image.width() - 1, x + r);
    const int top = std::max(0, y - r), bottom = std::min(image.height() - 1, y + r);
    for (int row = top; row <= bottom; ++row) {
        const std::uint8_t *coverage = sprite.line(row - y) + (left - (x - r));
        auto *pixel = reinterpret_cast<QRgb *>(image.scanLine(row)) + left;
        for (int column = left; column <= right; ++column, ++pixel, ++coverage) {
            const QRgb source = scaled(colour, *coverage + (*coverage >> 7));
            *pixel = source + scaled(*pixel, 256 - (qAlpha(source) + (qAlpha(source) >> 7)));
        }
    }
}

} // namespace anchorscope::gui
