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

/// Images of points, one for each class, as premultiplied pixels: anti-aliased discs or other shapes.
class SpriteSheet
{
public:
    /// `palette`: colours of the classes; further classes have the colour `neutral`. `diameter`: in device pixels.
    /// `opacity`: 0 … 1. The first `shaped` classes have their own shapes; others are discs.
    SpriteSheet(const std::vector<QColor> &palette, const QColor &neutral, double diameter, double opacity,
                int shaped = 0);

    /// Largest distance of a drawn pixel from the centre of a point's image, in pixels.
    int reach() const { return m_reach; }

    /// Blends the image of a class, centred on the device pixel (x, y), into rows [top, bottom) of an image. `bits`:
    /// first pixel of an ARGB32_Premultiplied image.
    void stamp(QRgb *bits, qsizetype stride, int width, int top, int bottom, int x, int y,
               std::uint16_t classOfPoint) const;

private:
    /// Number of pixels that vector instructions blend together; rows are padded to a multiple with transparent pixels.
    static constexpr int step = 4;

    int m_reach = 0;
    int m_side = 1;
    int m_stride = step; ///< pixels between the starts of rows of an image
    std::size_t m_classes = 0;
    /// Images of a point in the colours of all classes, then in the neutral colour.
    std::vector<QRgb> m_pixels;
    /// Remaining share of the background, in 256ths, for each byte of m_pixels.
    std::vector<std::uint16_t> m_backgroundWeights;
};

struct DrawPoint
{
    float x = 0;
    float y = 0;
    std::uint16_t classOfPoint = 0;
};

/// Order of drawing: a random permutation of 0 … count − 1, so that no class hides another; fixed for each count.
std::shared_ptr<const std::vector<ItemIndex>> drawOrder(Index count);

/// Packs points of n × 2 coordinates in drawing order. Points of the class PointColours::unknown come first; the others
/// follow in the order of `rows` or, with PointColours::risingOrder, by class. Without colours, all are neutral.
std::vector<DrawPoint> packPoints(const Matrix &coordinates, const PointColours *colours,
                                  std::span<const ItemIndex> rows);

/// Diameter in logical pixels and opacity of points. If there are more points, they are smaller and fainter.
struct PointLook
{
    double diameter = 0;
    double opacity = 1;
};
PointLook lookFor(Index count, double area); ///< size and opacity of `count` points in a plot of `area` square pixels

/// Colours squares of `cell` device pixels by their number of points; empty squares are unchanged. `ramp`: colours from
/// few points to the number in the fullest square. Logarithm and rank of the number determine the colour.
void drawDensity(QImage &image, std::span<const DrawPoint> points, const std::vector<QRgb> &ramp, int cell,
                 const ViewTransform &view);

/// Draws finite points onto an ARGB32_Premultiplied image, on all cores. `view` maps data coordinates to its device
/// pixels. Returns false, with an incomplete image, if cancelled.
bool drawPoints(QImage &image, std::span<const DrawPoint> points, const SpriteSheet &sprites, const ViewTransform &view,
                const RunContext &context = {});

Index pointsInView(std::span<const DrawPoint> points, const ViewTransform &view);

/// Draws points that are so dense that discs would hide each other. A pixel has the mean colour of its points; its
/// opacity grows with the logarithm of their number and with the rank of this number among all pixels. `colours`:
/// colours of the classes, then that of further classes. `softness`: a point covers 2 · softness + 1 pixels along each
/// axis. Runs on all cores. If cancelled, returns false, and the image is unchanged.
bool drawCloud(QImage &image, std::span<const DrawPoint> points, const std::vector<QColor> &colours, int softness,
               const ViewTransform &view, const RunContext &context);

} // namespace anchorscope::gui
