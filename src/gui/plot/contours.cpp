// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/contours.h"

#include <QTransform>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace anchorscope::gui {

namespace {

/// Number of nodes along each side of the grid; odd, so that one is in the middle. Even with 1 000 000 points, Scott's
/// bandwidth (0.1 σ) is then two cells.
constexpr int gridSide = 193;
/// Extent of the grid from the mean of a class, in σ; at most 1/25 of the points are outside (Chebyshev).
constexpr double gridReach = 5;

struct GridAxis
{
    double origin = 0, cell = 1; ///< position of the first node, and distance between nodes
    double bandwidth = 1;        ///< bandwidth of the kernel in cells

    int nearest(float value) const { return static_cast<int>(std::lround((value - origin) / cell)); }
};

struct ClassMoments
{
    Index count = 0;
    double sum[2] = {}, squares[2] = {};
    float low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
};

GridAxis axisOf(const ClassMoments &moments, int axis)
{
    const auto count = static_cast<double>(moments.count);
    const double mean = moments.sum[axis] / count;
    const double extent = static_cast<double>(moments.high[axis]) - static_cast<double>(moments.low[axis]);
    // Lower limit of the standard deviation, a thousandth of the extent: points on a line have a visible contour.
    const double least = std::max(1e-3 * extent, 1e-6 * (1 + std::abs(mean)));
    const double deviation = std::max(std::sqrt(std::max(0.0, moments.squares[axis] / count - mean * mean)), least);
    const double bandwidth = deviation * std::pow(count, -1.0 / 6);
    constexpr double margin = 4; // margin around the points in bandwidths, beyond which the density is negligible
    const double low = std::max<double>(moments.low[axis], mean - gridReach * deviation) - margin * bandwidth;
    const double high = std::min<double>(moments.high[axis], mean + gridReach * deviation) + margin * bandwidth;
    const double cell = (high - low) / (gridSide - 1);
    return {low, cell, bandwidth / cell};
}

/// Smooths rows or, if `columns`, columns by a Gaussian with a standard deviation of `bandwidth` cells.
void smoothAlong(DensityField &field, double bandwidth, bool columns)
{
    const int reach = std::clamp(static_cast<int>(std::ceil(3 * bandwidth)), 1, gridSide - 1);
    std::vector<float> weights(static_cast<std::size_t>(reach) + 1), before(gridSide);
    for (int i = 0; i <= reach; ++i)
        weights[static_cast<std::size_t>(i)] = static_cast<float>(std::exp(-0.5 * i * i / (bandwidth * bandwidth)));
    for (int across = 0; across < gridSide; ++across) {
        const auto value = [&](int along) -> float & {
            return columns ? field.at(across, along) : field.at(along, across);
        };
        for (int i = 0; i < gridSide; ++i)
            before[static_cast<std::size_t>(i)] = value(i);
        for (int i = 0; i < gridSide; ++i) {
            float sum = 0;
            for (int j = std::max(0, i - reach); j <= std::min(gridSide - 1, i + reach); ++j)
                sum += weights[static_cast<std::size_t>(std::abs(i - j))] * before[static_cast<std::size_t>(j)];
            value(i) = sum;
        }
    }
}

/// Density level above which the nodes contain `points` points. `counts`: number of points at each node.
float levelHolding(const DensityField &density, const std::vector<float> &counts, double points)
{
    std::vector<std::uint32_t> order(density.values.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, std::greater{}, [&](std::uint32_t node) { return density.values[node]; });
    double held = 0;
    for (const std::uint32_t node : order) {
        held += counts[node];
        if (held >= points)
            return density.values[node];
    }
    return 0;
}

void addContours(std::vector<Contour> &contours, std::uint16_t of, DensityField counts, Index points, const GridAxis &x,
                 const GridAxis &y)
{
    const std::vector<float> raw = counts.values;
    smoothAlong(counts, x.bandwidth, false);
    smoothAlong(counts, y.bandwidth, true);
    for (int i = 0; i < gridSide; ++i) // zero density at the edge of the grid closes all contours
        counts.at(i, 0) = counts.at(i, gridSide - 1) = counts.at(0, i) = counts.at(gridSide - 1, i) = 0;
    const QTransform toData(x.cell, 0, 0, y.cell, x.origin, y.origin);
    for (const double share : contourShares) {
        // The level is slightly lowered, so that a node with exactly this density is inside.
        const float level = levelHolding(counts, raw, share * static_cast<double>(points)) * (1 - 1e-5F);
        if (level > 0)
            contours.push_back({of, share, toData.map(isoLines(counts, level))});
    }
}

std::vector<ClassMoments> momentsOf(const Matrix &points, const PointColours &colours, int classes)
{
    std::vector<ClassMoments> moments(static_cast<std::size_t>(classes));
    const Index rows = std::min<Index>(points.rows(), std::ssize(colours.classOfPoint));
    for (Index row = 0; row < rows; ++row) {
        const auto of = colours.classOfPoint[static_cast<std::size_t>(row)];
        if (of >= classes || !std::isfinite(points(row, 0) + points(row, 1)))
            continue;
        ClassMoments &one = moments[of];
        ++one.count;
        for (const int axis : {0, 1}) {
            const float value = points(row, axis);
            one.sum[axis] += value;
            one.squares[axis] += static_cast<double>(value) * value;
            one.low[axis] = std::min(one.low[axis], value);
            one.high[axis] = std::max(one.high[axis], value);
        }
    }
    return moments;
}

/// Point with the density `level` on an edge between two nodes.
QPointF crossing(const DensityField &field, float level, int edge)
{
    const int column = edge / 2 % field.columns, line = edge / 2 / field.columns;
    const bool up = edge % 2;
    const float from = field.at(column, line), to = field.at(column + !up, line + up);
    const double share = to == from ? 0.5 : (level - from) / (to - from);
    return {column + (up ? 0 : share), line + (up ? share : 0)};
}

/// Returns, for each edge that the contour crosses, the edge that it crosses next; −1 for other edges. Higher values
/// are on the left. The edge at the right of node i has the index 2 i, the edge above node i 2 i + 1.
std::vector<int> pathsThrough(const DensityField &field, float level)
{
    // Edges at which the contour enters and leaves a cell: 0 below, 1 right, 2 above, 3 left. The first index has a bit
    // for each corner above the level, counter-clockwise from the lower left.
    static constexpr int ways[16][4] = {{-1},       {0, 3, -1}, {1, 0, -1}, {1, 3, -1}, {2, 1, -1}, {},
                                        {2, 0, -1}, {2, 3, -1}, {3, 2, -1}, {0, 2, -1}, {},         {1, 2, -1},
                                        {3, 1, -1}, {0, 1, -1}, {3, 0, -1}, {-1}};
    static constexpr int saddles[2][2][4] = {{{0, 3, 2, 1}, {0, 1, 2, 3}}, {{1, 0, 3, 2}, {3, 0, 1, 2}}};
    std::vector<int> next(2 * field.values.size(), -1);
    for (int line = 0; line + 1 < field.lines; ++line) {
        for (int column = 0; column + 1 < field.columns; ++column) {
            const float corners[] = {field.at(column, line), field.at(column + 1, line), field.at(column + 1, line + 1),
                                     field.at(column, line + 1)};
            int inside = 0;
            for (int i = 0; i < 4; ++i)
                inside |= (corners[i] > level) << i;
            const bool joined = corners[0] + corners[1] + corners[2] + corners[3] > 4 * level;
            const bool saddle = inside == 5 || inside == 10;
            const int *way = saddle ? saddles[inside == 10][joined] : ways[inside];
            const int node = line * field.columns + column;
            const int edges[] = {2 * node, 2 * (node + 1) + 1, 2 * (node + field.columns), 2 * node + 1};
            for (int i = 0; i < (saddle ? 4 : 2) && way[i] >= 0; i += 2)
                next[static_cast<std::size_t>(edges[way[i]])] = edges[way[i + 1]];
        }
    }
    return next;
}

} // namespace

QPainterPath isoLines(const DensityField &field, float level)
{
    std::vector<int> next = pathsThrough(field, level);
    QPainterPath path;
    for (std::size_t first = 0; first < next.size(); ++first) {
        if (next[first] < 0)
            continue;
        auto edge = static_cast<int>(first);
        path.moveTo(crossing(field, level, edge));
        while ((edge = std::exchange(next[static_cast<std::size_t>(edge)], -1)) >= 0 && edge != static_cast<int>(first))
            path.lineTo(crossing(field, level, edge));
        path.closeSubpath();
    }
    return path;
}

std::vector<Contour> densityContours(const Matrix &coordinates, const PointColours &colours, int classes,
                                     const RunContext &context)
{
    const std::vector<ClassMoments> moments = momentsOf(coordinates, colours, classes);
    struct ClassGrid
    {
        GridAxis x, y;
        DensityField counts;
    };
    std::vector<ClassGrid> grids(moments.size());
    for (std::size_t of = 0; of < moments.size(); ++of) {
        if (moments[of].count >= minContoured)
            grids[of] = {axisOf(moments[of], 0),
                         axisOf(moments[of], 1),
                         {gridSide, gridSide, std::vector<float>(gridSide * gridSide, 0)}};
    }
    const Index rows = std::min<Index>(coordinates.rows(), std::ssize(colours.classOfPoint));
    for (Index row = 0; row < rows; ++row) {
        const auto of = colours.classOfPoint[static_cast<std::size_t>(row)];
        if (of >= classes || grids[of].counts.values.empty() ||
            !std::isfinite(coordinates(row, 0) + coordinates(row, 1)))
            continue;
        ClassGrid &grid = grids[of];
        const int column = grid.x.nearest(coordinates(row, 0)), line = grid.y.nearest(coordinates(row, 1));
        if (column >= 0 && column < gridSide && line >= 0 && line < gridSide)
            ++grid.counts.at(column, line);
    }
    std::vector<Contour> contours;
    for (std::size_t of = 0; of < grids.size(); ++of) {
        if (context.cancelled())
            return {};
        if (ClassGrid &grid = grids[of]; !grid.counts.values.empty())
            addContours(contours, static_cast<std::uint16_t>(of), std::move(grid.counts), moments[of].count, grid.x,
                        grid.y);
    }
    return contours;
}

} // namespace anchorscope::gui
