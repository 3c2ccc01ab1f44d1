// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/profiles.h"

#include "core/optimizers/lexiconinduction.h"
#include "core/optimizers/selflearning.h"
#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "core/svd.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace anchorscope {

namespace {

constexpr Index maxItems = 5000;
constexpr int seedWeight = 10;       ///< number of guessed pairs that equal the weight of a known pair
constexpr double minVariance = 1e-9; ///< relative to the greatest variance; directions below are rounding noise

/// Computes F with F Fᵀ = (X Xᵀ)^½: X V Λ^(−¼), V Λ Vᵀ = XᵀX.
Matrix rootFactor(const Matrix &x, const RunContext &context)
{
    const MatrixD gram = crossProduct(x, x, context);
    if (context.cancelled())
        return {};
    const Eigenvectors parts = eigenvectorsOf(gram);
    Eigen::MatrixXd scaled = parts.vectors;
    for (Index c = 0; c < scaled.cols(); ++c) {
        const double value = parts.values(c);
        scaled.col(c) *= value > minVariance * parts.values.maxCoeff() ? std::pow(value, -0.25) : 0.0;
    }
    const Matrix axes = scaled.transpose().cast<float>();
    return productTransposed(x, axes, context);
}

Matrix profilesOf(const Matrix &x, const RunContext &context)
{
    const Matrix factor = rootFactor(x, context);
    if (context.cancelled())
        return {};
    Matrix profiles = productTransposed(factor, factor, context);
    forBlocks(
        profiles.rows(), 16,
        [&](Index begin, Index end) {
            for (Index i = begin; i < end; ++i)
                std::sort(profiles.row(i).data(), profiles.row(i).data() + profiles.cols(), std::greater<>());
        },
        context);
    normalizeRows(profiles, context);
    if (context.cancelled())
        return {};
    const Eigen::RowVectorXf mean = profiles.colwise().mean();
    forBlocks(
        profiles.rows(), 256,
        [&](Index begin, Index end) { profiles.middleRows(begin, end - begin).rowwise() -= mean; }, context);
    normalizeRows(profiles, context);
    return profiles;
}

} // namespace

std::pair<std::vector<ItemIndex>, std::vector<ItemIndex>> matchProfiles(const Matrix &x, const Matrix &y,
                                                                        std::uint64_t seed, const RunContext &context)
{
    const auto count = static_cast<std::size_t>(std::min({x.rows(), y.rows(), maxItems}));
    Random random(seed);
    std::vector<ItemIndex> itemsOfX = random.permutation(x.rows()), itemsOfY = random.permutation(y.rows());
    itemsOfX.resize(count);
    itemsOfY.resize(count);
    const Matrix ofX = profilesOf(rowsOf(x, itemsOfX), context), ofY = profilesOf(rowsOf(y, itemsOfY), context);
    if (context.cancelled())
        return {};
    auto [rowsOfX, rowsOfY] = allPairs(Inducer().induce(ofX, ofY, {}, context));
    for (ItemIndex &item : rowsOfX)
        item = itemsOfX[static_cast<std::size_t>(item)];
    for (ItemIndex &item : rowsOfY)
        item = itemsOfY[static_cast<std::size_t>(item)];
    return {std::move(rowsOfX), std::move(rowsOfY)};
}

Matrix mapFromProfiles(const Matrix &x, const Matrix &y, const std::vector<ItemIndex> &seedsOfX,
                       const std::vector<ItemIndex> &seedsOfY, std::uint64_t seed, const RunContext &context)
{
    auto [rowsOfX, rowsOfY] = matchProfiles(x, y, seed, context);
    for (int copy = 0; copy < seedWeight; ++copy) {
        rowsOfX.insert(rowsOfX.end(), seedsOfX.begin(), seedsOfX.end());
        rowsOfY.insert(rowsOfY.end(), seedsOfY.begin(), seedsOfY.end());
    }
    return context.cancelled() ? Matrix() : mapFromPairs(x, y, rowsOfX, rowsOfY, context);
}

} // namespace anchorscope
