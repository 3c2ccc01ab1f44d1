// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"
#include "gui/plot/pointstyle.h"

#include <QPainterPath>

#include <array>

namespace anchorscope::gui {

/// Smallest area that contains a share of a class's points, estimated by their smoothed density.
struct Contour
{
    std::uint16_t classOfPoint = 0;
    double share = 0;
    QPainterPath path; ///< closed, in the coordinates of the points
};

/// The shares whose areas are drawn, the larger area first.
inline constexpr std::array contourShares{0.9, 0.5};

/// Fewer points have no density worth drawing: the area of half of them would be that of a handful.
inline constexpr int minContoured = 20;

/// Contours of the classes 0 … classes − 1 of n × 2 coordinates: highest density regions (Hyndman, The American
/// Statistician 50, 1996) of a Gaussian kernel estimate with Scott's bandwidth, σ n^(−1/6) along each axis, on a grid
/// over the class. In time linear in n. Empty if cancelled.
std::vector<Contour> densityContours(const Matrix &coordinates, const PointColours &colours, int classes,
                                     const RunContext &context = {});

/// A field of values at the nodes of a grid, columns × lines, row by row.
struct DensityField
{
    int columns = 0, lines = 0;
    std::vector<float> values = {};

    float &at(int column, int line)
    {
        return values[static_cast<std::size_t>(line) * static_cast<std::size_t>(columns) +
                      static_cast<std::size_t>(column)];
    }
    float at(int column, int line) const { return const_cast<DensityField *>(this)->at(column, line); }
};

/// The closed lines between the nodes above a level and the others, in units of the grid (marching squares, saddles by
/// the mean of their corners). The nodes at the edge are below the level.
QPainterPath isoLines(const DensityField &field, float level);

} // namespace anchorscope::gui
