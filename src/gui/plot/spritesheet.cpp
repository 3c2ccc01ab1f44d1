// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/spritesheet.h"

#include "gui/plot/pointshape.h"

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

/// Share of a pixel, whose middle is (dx, dy) away, that a shape covers.
double coverage(int dx, int dy, double diameter, int shape)
{
    constexpr int samples = 8;
    int inside = 0;
    for (int s = 0; s < samples * samples; ++s) {
        const double x = dx - 0.5 + (s % samples + 0.5) / samples;
        const double y = dy - 0.5 + (s / samples + 0.5) / samples; // NOLINT: whole rows of samples
        inside += insideShape(shape, x, y, diameter / 2);
    }
    return inside / static_cast<double>(samples * samples);
}

/// ground = source + ground * keep / 256, byte by byte. The fixed length lets the compiler use vector instructions.
template <int bytes>
inline void blend(std::uint8_t *__restrict ground, const std::uint8_t *__restrict source,
                  const std::uint16_t *__restrict keep)
{
    for (int i = 0; i < bytes; ++i)
        ground[i] = static_cast<std::uint8_t>(source[i] + (static_cast<std::uint16_t>(ground[i] * keep[i]) >> 8));
}

} // namespace

SpriteSheet::SpriteSheet(const std::vector<QColor> &palette, const QColor &neutral, double diameter, double opacity,
                         int shaped)
    : m_reach(static_cast<int>(std::ceil(std::max(0.0, (shaped > 0 ? shapeReach : 1) * diameter / 2 - 0.5)))),
      m_side(2 * m_reach + 1), m_stride((m_side + step - 1) / step * step), m_classes(palette.size())
{
    std::vector<std::vector<double>> masks(shaped > 0 ? pointShapes : 1);
    for (std::size_t shape = 0; shape < masks.size(); ++shape) {
        for (int dy = -m_reach; dy <= m_reach; ++dy) {
            for (int dx = -m_reach; dx < m_stride - m_reach; ++dx)
                masks[shape].push_back(dx <= m_reach ? coverage(dx, dy, diameter, static_cast<int>(shape)) * opacity
                                                     : 0);
        }
    }
    m_pixels.reserve(masks.front().size() * (m_classes + 1));
    m_backgroundWeights.reserve(m_pixels.capacity() * sizeof(QRgb));
    for (std::size_t c = 0; c <= m_classes; ++c) {
        QColor colour = c < m_classes ? palette[c] : neutral;
        const double own = colour.alphaF();
        const auto &mask = masks[c < static_cast<std::size_t>(shaped) ? c % pointShapes : 0];
        for (const double share : mask) {
            colour.setAlphaF(static_cast<float>(own * share));
            m_pixels.push_back(qPremultiply(colour.rgba()));
            const int alpha = qAlpha(m_pixels.back());
            // 255 becomes 256, so that opaque pixels leave nothing and clear ones everything.
            m_backgroundWeights.insert(m_backgroundWeights.end(), sizeof(QRgb),
                                       static_cast<std::uint16_t>(256 - alpha - (alpha >> 7)));
        }
    }
}

void SpriteSheet::stamp(QRgb *bits, qsizetype stride, int width, int top, int bottom, int x, int y,
                        std::uint16_t classOfPoint) const
{
    const std::size_t first = std::min<std::size_t>(classOfPoint, m_classes) * m_side * m_stride;
    const int left = x - m_reach;
    const int firstRow = std::max(0, top - (y - m_reach));
    const int lastRow = std::min(m_side, bottom - (y - m_reach));
    const bool inner = left >= 0 && left + m_stride <= width;
    const int firstColumn = inner ? 0 : std::max(0, -left);
    const int lastColumn = inner ? m_stride : std::min(m_side, width - left);
    for (int row = firstRow; row < lastRow; ++row) {
        const std::size_t from = first + static_cast<std::size_t>(row) * m_stride;
        const auto *source = reinterpret_cast<const std::uint8_t *>(m_pixels.data() + from);
        const std::uint16_t *keep = m_backgroundWeights.data() + from * sizeof(QRgb);
        auto *ground = reinterpret_cast<std::uint8_t *>(bits + (y - m_reach + row) * stride + left);
        constexpr int pixel = sizeof(QRgb);
        if (inner) {
            for (int at = 0; at < m_stride * pixel; at += step * pixel)
                blend<step * pixel>(ground + at, source + at, keep + at);
        } else {
            for (int at = firstColumn * pixel; at < lastColumn * pixel; at += pixel)
                blend<pixel>(ground + at, source + at, keep + at);
        }
    }
}

} // namespace anchorscope::gui
