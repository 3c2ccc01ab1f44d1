// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"
#include "gui/plot/pointstyle.h"
#include "gui/plot/viewtransform.h"

#include <QColor>
#include <QImage>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace anchorscope::gui {

/// Anti-aliased discs, or one shape per class, in the colours of a palette, as premultiplied pixels for blending.
class SpriteSheet
{
public:
    /// Draws the sprites. `diameter` in device pixels; `opacity` 0 … 1. Classes beyond the palette get the neutral
    /// colour; the first `shaped` classes get their own shapes.
    SpriteSheet(const std::vector<QColor> &palette, const QColor &neutral, double diameter, double opacity,
                int shaped = 0);

    /// Largest extent of a disc from its centre, in pixels.
    int reach() const { return m_reach; }

    /// Blends a disc centred on the device pixel (x, y), clipped to rows [top, bottom) and to the columns of the image.
    /// `bits` points to the first pixel of an ARGB32_Premultiplied image.
    void stamp(QRgb *bits, qsizetype stride, int width, int top, int bottom, int x, int y,
               std::uint16_t classOfPoint) const;

private:
    /// Number of pixels that are blended in one step; rows of sprites are padded with transparent pixels to a multiple
    /// of it.
    static constexpr int step = 4;

    int m_reach = 0;
    int m_side = 1;
    int m_stride = step; ///< number of pixels from row to row of a sprite
    std::size_t m_classes = 0;
    std::vector<QRgb> m_pixels;                     ///< pixels of the sprites of all classes, the neutral one last
    std::vector<std::uint16_t> m_backgroundWeights; ///< weight of the background for each byte of m_pixels, in 256ths
};

/// Point in a compact form for drawing.
struct DrawPoint
{
    float x = 0;
    float y = 0;
    std::uint16_t classOfPoint = 0;
};

/// Random permutation of 0 … count − 1, always the same for a count; drawn in this order, no class hides another.
std::shared_ptr<const std::vector<ItemIndex>> drawOrder(Index count);

/// Packs rows of n × 2 coordinates in drawing order: the class PointColours::unknown first, then in the order of `rows`
/// or, with PointColours::risingOrder, by class. Without colours all points are neutral.
std::vector<DrawPoint> packPoints(const Matrix &coordinates, const PointColours *colours,
                                  std::span<const ItemIndex> rows);

/// Size (diameter in logical pixels) and opacity of points: smaller and fainter the more points there are.
struct PointLook
{
    double diameter = 0;
    double opacity = 1;
};
PointLook lookFor(Index count, double area); ///< appearance of `count` points in a plot of `area` square pixels

/// Draws points over an image of format ARGB32_Premultiplied. `view` maps data to its device pixels. Points that are
/// not finite are omitted.
void drawPoints(QImage &image, std::span<const DrawPoint> points, const SpriteSheet &sprites,
                const ViewTransform &view);

/// Draws the number of points in each cell of `cell` device pixels as a colour of `ramp` (from few to many, logarithmic
/// up to the fullest cell of the image). Cells without points are left unchanged.
void drawDensity(QImage &image, std::span<const DrawPoint> points, const std::vector<QRgb> &ramp, int cell,
                 const ViewTransform &view);

/// Like drawPoints(), on all cores. Returns false, with an incomplete image, if cancelled.
bool drawPointsInBands(QImage &image, std::span<const DrawPoint> points, const SpriteSheet &sprites,
                       const ViewTransform &view, const RunContext &context);

} // namespace anchorscope::gui
