// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"
#include "gui/plot/pointstyle.h"

#include <QPainterPath>

#include <array>

namespace anchorscope::gui {

/// Outline of the smallest area that contains a given share of a class's points, according to their smoothed density.
struct Contour
{
    std::uint16_t classOfPoint = 0;
    double share = 0;
    QPainterPath path; ///< closed outline, in the coordinates of the points
};

/// Shares of a class's points inside its outer contour and inside its inner one.
inline constexpr std::array contourShares{0.9, 0.5};

/// Minimum number of points of a class with contours; the inner contour, of half the points, needs at least ten.
inline constexpr int minContoured = 20;

/// Contours of the classes 0 … classes − 1 of n × 2 coordinates: highest density regions (Hyndman, The American
/// Statistician 50, 1996) of a Gaussian kernel estimate on a grid, with Scott's bandwidth σ n^(−1/6) along each axis.
/// Takes time linear in n. Empty if cancelled.
std::vector<Contour> densityContours(const Matrix &coordinates, const PointColours &colours, int classes,
                                     const RunContext &context = {});

/// Values at the `columns` × `lines` nodes of a grid, line by line.
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

/// Closed lines around the nodes above `level`, in grid units (marching squares). Values at the edge of the grid must
/// be below `level`. In an ambiguous cell (saddle), the mean of the four corners determines the lines.
QPainterPath isoLines(const DensityField &field, float level);

} // namespace anchorscope::gui
