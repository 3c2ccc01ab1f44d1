// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/translate/canonicalmap.h"

#include "core/kernels/dense.h"
#include "core/product.h"
#include "core/projection/relative.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

/// Minimum correlation of a direction relative to the greatest one; smaller ones are noise of the pairs.
constexpr double minCorrelation = 0.03;

} // namespace

void WeightedPairs::add(ItemIndex itemOfX, ItemIndex itemOfY, double weight)
{
    x.push_back(itemOfX);
    y.push_back(itemOfY);
    weights.push_back(weight);
}

PairMoments &PairMoments::operator+=(const PairMoments &other)
{
    sums += other.sums;
    weight += other.weight;
    return *this;
}

std::optional<PairMoments> pairMoments(const Matrix &x, const Matrix &y, const WeightedPairs &pairs,
                                       const RunContext &context)
{
    PairMoments moments;
    std::vector<float> factors;
    for (const double weight : pairs.weights) {
        factors.push_back(static_cast<float>(std::sqrt(weight)));
        moments.weight += weight;
    }
    moments.columnsOfX = x.cols();
    moments.sums = crossProduct(JoinedRows{x, y, pairs.x, pairs.y, factors}, context);
    return context.cancelled() ? std::nullopt : std::optional(std::move(moments));
}

CanonicalMaps canonicalMaps(const PairMoments &moments, double ridge)
{
    const Index dx = moments.columnsOfX, dy = moments.sums.cols() - dx, room = std::min(dx, dy);
    Eigen::MatrixXd a(dx, room), b(dy, room);
    VectorD correlations(room);
    const Index kept = kernels::activeDense().canonicalMaps({moments.sums.data(), dx, dy, moments.weight}, ridge,
                                                            minCorrelation, {a.data(), b.data(), correlations.data()});
    return {a.leftCols(kept).cast<float>(), b.leftCols(kept).cast<float>(), correlations.head(kept)};
}

std::optional<CanonicalMaps> canonicalMaps(const Matrix &x, const Matrix &y, const WeightedPairs &pairs, double ridge,
                                           const RunContext &context)
{
    const auto moments = pairMoments(x, y, pairs, context);
    return moments ? std::optional(canonicalMaps(*moments, ridge)) : std::nullopt;
}

Matrix canonicalCoordinates(const Matrix &rows, const Matrix &map, const RunContext &context)
{
    Matrix coordinates = productTransposed(rows, map.transpose(), context);
    normalizeRows(coordinates, context);
    return coordinates;
}

} // namespace anchorscope
