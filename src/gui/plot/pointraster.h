// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"
#include "gui/plot/pointstyle.h"
#include "gui/plot/spritesheet.h"
#include "gui/plot/viewtransform.h"

#include <memory>
#include <span>

namespace anchorscope::gui {

/// One point, packed for drawing.
struct DrawPoint
{
    float x = 0;
    float y = 0;
    std::uint16_t classOfPoint = 0;
};

/// 0 … count − 1 in a random order that is always the same for a count, so that no class hides another.
std::shared_ptr<const std::vector<ItemIndex>> drawOrder(Index count);

/// Packs the given rows of n × 2 coordinates in that order, those without a label or value first. Without colours all
/// points are neutral.
std::vector<DrawPoint> packPoints(const Matrix &coordinates, const PointColours *colours,
                                  std::span<const ItemIndex> rows);

/// Diameter (logical pixels) and opacity of points: smaller and fainter the more points there are.
struct PointLook
{
    double diameter = 0;
    double opacity = 1;
};
PointLook lookFor(Index count, double area); ///< area: of the plot, in square pixels

/// Draws points into an image of format ARGB32_Premultiplied, over what is there. `view` maps data to its device
/// pixels. Points that are not finite are left out.
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
