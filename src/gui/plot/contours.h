// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"
#include "gui/plot/pointstyle.h"

#include <QPainterPath>

#include <array>

namespace anchorscope::gui {

/// Outline of the smallest area that contains a given share of a class's points, estimated by their smoothed density.
struct Contour
{
    std::uint16_t classOfPoint = 0;
    double share = 0;
    QPainterPath path; ///< closed outline, in the coordinates of the points
};

/// Shares of a class's points for which outlines (contours) are drawn, the larger area first.
inline constexpr std::array contourShares{0.9, 0.5};

/// Minimum number of points of a class with contours; of fewer points, the half that the inner contour contains would
/// be too few to estimate a density.
inline constexpr int minContoured = 20;

/// Computes the contours of the classes 0 … classes − 1 of n × 2 coordinates: highest density regions (Hyndman, The
/// American Statistician 50, 1996) of a Gaussian kernel estimate with Scott's bandwidth, σ n^(−1/6) along each axis, on
/// a grid over the class. Takes time linear in n. Empty if cancelled.
std::vector<Contour> densityContours(const Matrix &coordinates, const PointColours &colours, int classes,
                                     const RunContext &context = {});

/// Values at the nodes of a grid with `columns` × `lines` nodes, stored line by line.
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

/// Computes closed lines around the nodes whose values exceed `level`, in units of the grid (marching squares; saddles
/// are resolved by the mean of their corners). Values at the edge of the grid must be below `level`.
QPainterPath isoLines(const DensityField &field, float level);

} // namespace anchorscope::gui
