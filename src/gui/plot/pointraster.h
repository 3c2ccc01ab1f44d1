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

/// Images of points for blending, as premultiplied pixels: for each class a disc or another shape, anti-aliased, in the
/// class's colour.
class SpriteSheet
{
public:
    /// Draws the image of each class. `palette`: colours of the classes; further classes get the colour `neutral`.
    /// `diameter` in device pixels, `opacity` 0 … 1. The first `shaped` classes have shapes of their own, the others
    /// are discs.
    SpriteSheet(const std::vector<QColor> &palette, const QColor &neutral, double diameter, double opacity,
                int shaped = 0);

    /// Largest extent of a point's image from its centre, in pixels.
    int reach() const { return m_reach; }

    /// Blends the image of a class, centred on the device pixel (x, y), into an image; only rows [top, bottom) change.
    /// `bits` points to the first pixel of an ARGB32_Premultiplied image.
    void stamp(QRgb *bits, qsizetype stride, int width, int top, int bottom, int x, int y,
               std::uint16_t classOfPoint) const;

private:
    /// Number of pixels that are blended together by vector instructions; rows of a point's image are padded with
    /// transparent pixels to a multiple of this number.
    static constexpr int step = 4;

    int m_reach = 0;
    int m_side = 1;
    int m_stride = step; ///< number of pixels between the starts of consecutive rows of a point's image
    std::size_t m_classes = 0;
    /// Images of a point in the colours of all classes, followed by that in the neutral colour.
    std::vector<QRgb> m_pixels;
    /// Share of the background that remains, in 256ths, for each byte of m_pixels.
    std::vector<std::uint16_t> m_backgroundWeights;
};

/// Position and class of a point, in a compact form for drawing.
struct DrawPoint
{
    float x = 0;
    float y = 0;
    std::uint16_t classOfPoint = 0;
};

/// Order in which points are drawn, a random permutation of 0 … count − 1, so that no class hides another; always the
/// same for the same count.
std::shared_ptr<const std::vector<ItemIndex>> drawOrder(Index count);

/// Packs the points with these n × 2 coordinates in the order in which they are drawn: points of the class
/// PointColours::unknown first, then the others in the order of `rows` or, with PointColours::risingOrder, by class.
/// Without colours, all points have the neutral colour.
std::vector<DrawPoint> packPoints(const Matrix &coordinates, const PointColours *colours,
                                  std::span<const ItemIndex> rows);

/// Size (diameter in logical pixels) and opacity of points. The more points a plot has, the smaller and fainter they
/// are.
struct PointLook
{
    double diameter = 0;
    double opacity = 1;
};
PointLook lookFor(Index count, double area); ///< size and opacity for `count` points in a plot of `area` square pixels

/// Draws points onto an image of the format ARGB32_Premultiplied. `view` maps data coordinates to the image's device
/// pixels. Points that are not finite are omitted.
void drawPoints(QImage &image, std::span<const DrawPoint> points, const SpriteSheet &sprites,
                const ViewTransform &view);

/// Colours the cells of an image, squares of `cell` device pixels, by the number of points in each. `ramp`: colours
/// from few points to many, on a logarithmic scale that ends at the fullest cell of the image. Cells without points are
/// left unchanged.
void drawDensity(QImage &image, std::span<const DrawPoint> points, const std::vector<QRgb> &ramp, int cell,
                 const ViewTransform &view);

/// Like drawPoints(), on all cores. Returns false and an incomplete image if cancelled.
bool drawPointsInBands(QImage &image, std::span<const DrawPoint> points, const SpriteSheet &sprites,
                       const ViewTransform &view, const RunContext &context);

} // namespace anchorscope::gui
