// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/translate/canonicalmap.h"

#include "core/product.h"
#include "core/projection/relative.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

/// Directions of smaller correlation, relative to the greatest, are noise of the pairs.
constexpr double minCorrelation = 0.03;

using Columns = Eigen::MatrixXd;

Eigen::LLT<Columns> ridgedRoot(Columns moments, double ridge)
{
    moments.diagonal().array() += ridge * moments.trace() / static_cast<double>(moments.rows());
    return Eigen::LLT<Columns>(moments);
}

/// Eigenvectors of the symmetric K Kᵀ by falling eigenvalue, the singular values of K beside them.
std::pair<Columns, VectorD> leftSingular(const Columns &k)
{
    const Eigen::SelfAdjointEigenSolver<Columns> solver(k * k.transpose());
    return {solver.eigenvectors().rowwise().reverse(), solver.eigenvalues().reverse().cwiseMax(0.0).cwiseSqrt()};
}

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
    const Index dx = moments.columnsOfX, dy = moments.sums.cols() - dx;
    const auto rootOfX = ridgedRoot(moments.sums.topLeftCorner(dx, dx) / moments.weight, ridge);
    const auto rootOfY = ridgedRoot(moments.sums.bottomRightCorner(dy, dy) / moments.weight, ridge);
    // K = L_x⁻¹ C_xy L_y⁻ᵀ
    const Columns half = rootOfX.matrixL().solve(Columns(moments.sums.topRightCorner(dx, dy) / moments.weight));
    const Columns k = rootOfY.matrixL().solve(half.transpose()).transpose();
    const bool wide = k.rows() <= k.cols();
    const auto [vectors, singular] = leftSingular(wide ? k : Columns(k.transpose()));
    Index kept = 0;
    while (kept < singular.size() && singular[kept] > minCorrelation * singular[0])
        ++kept;
    if (kept == 0) // the pairs share no direction
        return {Matrix(dx, 0), Matrix(dy, 0), {}};
    // V S = Kᵀ U
    const Columns near = vectors.leftCols(kept) * singular.head(kept).asDiagonal();
    const Columns far = (wide ? Columns(k.transpose()) : k) * vectors.leftCols(kept);
    return {rootOfX.matrixU().solve(wide ? near : far).cast<float>(),
            rootOfY.matrixU().solve(wide ? far : near).cast<float>(), singular.head(kept)};
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
    normaliseRows(coordinates, context);
    return coordinates;
}

} // namespace anchorscope
