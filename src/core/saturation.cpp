// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/saturation.h"

#include "core/random.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

constexpr int fits = 200;
/// Smallest c₀ (count at which a curve rises from 0) that is tried; with it, the curve is flat from the first count on.
constexpr double earliest = 0.01;
/// Number of values tried for c₀ (count at which a curve rises from 0), in equal ratios up to the greatest count.
constexpr int startsTried = 240;
/// Number of exponents of the power law that are tried, in equal ratios.
constexpr int powersTried = 40;
/// Range of the exponent; with smaller ones, a power law cannot be distinguished from a logarithm.
constexpr double slowest = 0.1, fastest = 3;
constexpr double minError = 0.002; ///< minimum of a standard error, so that no point dominates the fit

struct Shape
{
    std::vector<double> atPoints, atCounts;
};

std::vector<Shape> allShapes(const std::vector<CurvePoint> &points, const std::vector<double> &counts)
{
    double last = 1;
    for (const CurvePoint &point : points)
        last = std::max(last, point.count);
    std::vector<Shape> shapes;
    for (int i = 0; i < startsTried; ++i) {
        const double start = earliest * std::pow(last / earliest, static_cast<double>(i) / startsTried);
        for (int j = 0; j < powersTried; ++j) {
            const double power = slowest * std::pow(fastest / slowest, static_cast<double>(j) / (powersTried - 1));
            const auto value = [&](double count) { return std::max(0.0, 1 - std::pow(start / count, power)); };
            Shape shape;
            for (const CurvePoint &point : points)
                shape.atPoints.push_back(value(point.count));
            for (const double count : counts)
                shape.atCounts.push_back(value(count));
            shapes.push_back(std::move(shape));
        }
    }
    return shapes;
}

std::vector<double> fitted(const std::vector<Shape> &shapes, const std::vector<CurvePoint> &points)
{
    double minimum = -1, height = 0;
    const Shape *best = nullptr;
    for (const Shape &shape : shapes) {
        double squares = 0, products = 0, rest = 0;
        for (std::size_t k = 0; k < points.size(); ++k) {
            const double weight = 1 / (points[k].error * points[k].error);
            squares += weight * shape.atPoints[k] * shape.atPoints[k];
            products += weight * shape.atPoints[k] * points[k].share;
        }
        const double a = squares > 0 ? std::clamp(products / squares, 0.0, 1.0) : 0;
        for (std::size_t k = 0; k < points.size(); ++k) {
            const double miss = (points[k].share - a * shape.atPoints[k]) / points[k].error;
            rest += miss * miss;
        }
        if (!best || rest < minimum) {
            minimum = rest;
            height = a;
            best = &shape;
        }
    }
    std::vector<double> shares;
    for (const double share : best->atCounts)
        shares.push_back(height * share);
    return shares;
}

} // namespace

std::vector<ShareEstimate> extrapolateCurve(const std::vector<CurvePoint> &points, const std::vector<double> &counts,
                                            std::uint64_t seed)
{
    std::vector<CurvePoint> measured = points;
    for (CurvePoint &point : measured)
        point.error = std::max(point.error, minError);
    const std::vector<Shape> shapes = allShapes(measured, counts);
    const std::vector<double> best = fitted(shapes, measured);
    std::vector<std::vector<double>> moved(counts.size());
    Random random(seed);
    for (int fit = 0; fit < fits; ++fit) {
        const double common = random.normal();
        std::vector<CurvePoint> drawn = measured;
        for (CurvePoint &point : drawn)
            point.share += point.error * std::sqrt(0.5) * (common + random.normal());
        const std::vector<double> shares = fitted(shapes, drawn);
        for (std::size_t i = 0; i < counts.size(); ++i)
            moved[i].push_back(shares[i]);
    }
    std::vector<ShareEstimate> estimates;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        std::ranges::sort(moved[i]);
        const auto quantile = [&](double part) { return moved[i][static_cast<std::size_t>(part * (fits - 1))]; };
        estimates.push_back({best[i], std::min(best[i], quantile(0.025)), std::max(best[i], quantile(0.975))});
    }
    return estimates;
}

} // namespace anchorscope
