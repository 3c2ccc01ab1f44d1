// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "gui/plot/viewtransform.h"

#include <QColor>
#include <QImage>

#include <vector>

namespace anchorscope::gui {

/// An anti-aliased disc: coverage 0 … 255 of each pixel of a square of odd side.
class DiscSprite
{
public:
    explicit DiscSprite(double diameter /* device pixels */);

    int radius() const { return m_radius; } ///< the side is 2 radius + 1
    int coverage(int dx, int dy) const { return m_coverage[(dy + m_radius) * (2 * m_radius + 1) + dx + m_radius]; }
    const std::uint8_t *line(int dy) const { return &m_coverage[(dy + m_radius) * (2 * m_radius + 1)]; }

private:
    int m_radius;
    std::vector<std::uint8_t> m_coverage;
};

/// Blends `colour` (premultiplied ARGB) through the sprite, centred at the device pixel (x, y), into an image of format
/// ARGB32_Premultiplied; parts outside of the image are cut off.
void stamp(QImage &image, const DiscSprite &sprite, int x, int y, QRgb colour);

} // namespace anchorscope::gui
