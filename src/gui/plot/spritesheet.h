// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>

#include <cstdint>
#include <vector>

namespace anchorscope::gui {

/// Anti-aliased discs, or one shape a class, in the colours of a palette, as premultiplied pixels ready to be blended.
class SpriteSheet
{
public:
    /// Classes beyond the palette get the neutral colour. Diameter in device pixels, opacity 0 … 1.
    /// The first `shaped` classes get shapes of their own.
    SpriteSheet(const std::vector<QColor> &palette, const QColor &neutral, double diameter, double opacity,
                int shaped = 0);

    /// Largest extent of a disc from its centre, in pixels.
    int reach() const { return m_reach; }

    /// Blends a disc with its middle in the device pixel (x, y); rows outside of [top, bottom) and columns outside of
    /// the image are left alone. `bits` points to the first pixel of an ARGB32_Premultiplied image.
    void stamp(QRgb *bits, qsizetype stride, int width, int top, int bottom, int x, int y,
               std::uint16_t classOfPoint) const;

private:
    /// Pixels that are blended in one step; rows of sprites are filled up to a multiple of it with clear pixels.
    static constexpr int step = 4;

    int m_reach = 0;
    int m_side = 1;
    int m_stride = step; ///< pixels from row to row of a sprite
    std::size_t m_classes = 0;
    std::vector<QRgb> m_pixels;                     ///< class after class, the neutral one last
    std::vector<std::uint16_t> m_backgroundWeights; ///< per byte of m_pixels: weight of the background, in 256ths
};

} // namespace anchorscope::gui
