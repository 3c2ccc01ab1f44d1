// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/pca.h"

#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/span.h"
#include "core/random.h"
#include "core/svd.h"

#include <algorithm>
#include <cassert>
#include <optional>

namespace anchorscope {

namespace {

constexpr Index blockRows = 1024;

Index totalRows(const std::vector<MatrixView> &clouds)
{
    Index rows = 0;
    for (const MatrixView &cloud : clouds)
        rows += cloud.rows();
    return rows;
}

VectorD meanOf(const std::vector<MatrixView> &clouds, const RunContext &context)
{
    VectorD sum = VectorD::Zero(clouds.front().cols());
    for (const MatrixView &cloud : clouds) {
        const auto sums = mapBlocks(
            cloud.rows(), blockRows,
            [&](Index begin, Index end) -> VectorD {
                return cloud.middleRows(begin, end - begin).cast<double>().colwise().sum().transpose();
            },
            context);
        if (!sums)
            return sum;
        for (const VectorD &block : *sums)
            sum += block;
    }
    return sum / static_cast<double>(std::max<Index>(1, totalRows(clouds)));
}

/// Subtracts the mean in float64, then rounds to float32. Incomplete if cancelled.
Matrix centred(const MatrixView &cloud, const VectorD &mean, const RunContext &context)
{
    Matrix result(cloud.rows(), cloud.cols());
    forBlocks(
        cloud.rows(), blockRows,
        [&](Index begin, Index end) {
            for (Index i = begin; i < end; ++i)
                result.row(i) = (cloud.row(i).cast<double>() - mean.transpose()).cast<float>();
        },
        context);
    return result;
}

/// Scatter matrix Σ (x − μ)(x − μ)ᵀ over all rows x, where μ is `mean`. Empty if cancelled.
MatrixD scatterOf(const std::vector<MatrixView> &clouds, const VectorD &mean, const RunContext &context)
{
    const Index d = mean.size();
    MatrixD scatter = MatrixD::Zero(d, d);
    for (const MatrixView &cloud : clouds) {
        const MatrixD part = scatterMatrix(cloud, mean, context);
        if (context.cancelled())
            return {};
        scatter += part;
    }
    return scatter;
}

/// Makes the loading of largest magnitude of each component positive.
void fixSigns(MatrixD &components)
{
    for (Index c = 0; c < components.rows(); ++c) {
        Index largest = 0;
        components.row(c).cwiseAbs().maxCoeff(&largest);
        if (components(c, largest) < 0)
            components.row(c) *= -1;
    }
}

Pca assemble(const Eigen::MatrixXd &vectors, const VectorD &values, double totalVariance, const VectorD &mean,
             Index count)
{
    MatrixD components(count, mean.size());
    Pca pca;
    pca.explained.resize(count);
    for (Index c = 0; c < count; ++c) {
        // eigenvalues are ascending, components descending
        const Index from = values.size() - 1 - c;
        components.row(c) = vectors.col(from).transpose();
        pca.explained[c] = totalVariance > 0 ? static_cast<float>(std::max(0.0, values[from]) / totalVariance) : 0.0f;
    }
    fixSigns(components);
    pca.components = components.cast<float>();
    pca.mean = mean.cast<float>();
    return pca;
}

Pca exactPca(const std::vector<MatrixView> &clouds, Index count, const RunContext &context)
{
    const VectorD mean = meanOf(clouds, context);
    const MatrixD scatter = scatterOf(clouds, mean, context);
    if (scatter.size() == 0)
        return {};
    const Eigenvectors axes = eigenvectorsOf(scatter);
    return assemble(axes.vectors, axes.values, scatter.trace(), mean, count);
}

std::optional<double> squaredNorm(const std::vector<Matrix> &clouds, const RunContext &context)
{
    double total = 0;
    for (const Matrix &cloud : clouds) {
        const auto sums = mapBlocks(
            cloud.rows(), blockRows,
            [&](Index begin, Index end) { return cloud.middleRows(begin, end - begin).cast<double>().squaredNorm(); },
            context);
        if (!sums)
            return std::nullopt;
        for (const double sum : *sums)
            total += sum;
    }
    return total;
}

/// Computes the components of few points in many dimensions from the products of their n rows, in float64. Components
/// beyond the rank are zero.
Pca pcaOfFewRows(const std::vector<MatrixView> &clouds, Index count, const RunContext &context)
{
    constexpr double tolerance = 1e-12; // least share of the greatest eigenvalue that is not 0; float32 rounds to 1e-7
    const VectorD mean = meanOf(clouds, context);
    Matrix shifted(totalRows(clouds), mean.size());
    Index begin = 0;
    for (const MatrixView &cloud : clouds) {
        shifted.middleRows(begin, cloud.rows()) = centred(cloud, mean, context);
        begin += cloud.rows();
    }
    const MatrixD products = productsOfRows(shifted, context);
    if (context.cancelled())
        return {};
    const Eigenvectors axes = eigenvectorsOf(products);
    const Index rank = (axes.values.array() > tolerance * axes.values.maxCoeff()).count();
    const Index found = std::min(count, rank);
    Eigen::MatrixXd vectors = Eigen::MatrixXd::Zero(mean.size(), count);
    vectors.rightCols(found) = combinedRows(axes.vectors.rightCols(found).transpose(), shifted, context).transpose();
    vectors.rightCols(found).colwise().normalize();
    VectorD values = VectorD::Zero(count);
    values.tail(found) = axes.values.tail(found);
    return assemble(vectors, values, products.trace(), mean, count);
}

/// Uses a randomized range finder with power iterations, which applies the scatter matrix without computing it.
Pca randomizedPca(const std::vector<MatrixView> &clouds, Index count, const PcaOptions &options,
                  const RunContext &context)
{
    constexpr Index oversampling = 10;
    constexpr int powerIterations = 4;
    const VectorD mean = meanOf(clouds, context);
    const Index d = mean.size();
    const Index width = std::min(d, count + oversampling);
    std::vector<Matrix> shifted;
    for (const MatrixView &cloud : clouds)
        shifted.push_back(centred(cloud, mean, context));
    const auto total = squaredNorm(shifted, context);
    if (!total)
        return {};
    Random random(options.seed);
    Eigen::MatrixXd basis(d, width);
    for (Index i = 0; i < basis.size(); ++i)
        basis.data()[i] = random.normal();
    Eigen::MatrixXd applied;
    const RunContext quiet = context.withoutProgress();
    for (int iteration = 0; iteration <= powerIterations; ++iteration) {
        for (Index i = 0; i < width; ++i)
            basis.col(i).normalize(); // unit columns stay within the range of float32
        basis = orthonormalBasis(basis.transpose().cast<float>(), quiet).transpose();
        if (context.cancelled())
            return {};
        applied = Eigen::MatrixXd::Zero(d, width);
        const Matrix basisRows = basis.transpose().cast<float>();
        for (const Matrix &cloud : shifted) {
            const Matrix coordinates = productTransposed(cloud, basisRows, context);
            const MatrixD part = crossProduct(cloud, coordinates, context);
            if (context.cancelled())
                return {};
            applied += part;
        }
        if (iteration < powerIterations)
            basis = applied;
    }
    const Eigen::MatrixXd small = basis.transpose() * applied;
    const Eigenvectors axes = eigenvectorsOf((small + small.transpose()) / 2);
    return assemble(basis * axes.vectors, axes.values, *total, mean, count);
}

} // namespace

Matrix Pca::project(const MatrixView &rows, const RunContext &context) const
{
    assert(rows.cols() == components.cols());
    Matrix result(rows.rows(), components.rows());
    const kernels::PackedRows axes = packRows(components, context);
    const Eigen::RowVectorXd centre = mean.cast<double>().transpose();
    forBlocks(
        rows.rows(), 240,
        [&](Index begin, Index end) {
            const Matrix block = (rows.middleRows(begin, end - begin).cast<double>().rowwise() - centre).cast<float>();
            kernels::productTransposed(block.data(), block.cols(), axes, result.row(begin).data(), result.cols(),
                                       end - begin);
        },
        context);
    return result;
}

Pca fitPca(const std::vector<MatrixView> &clouds, const PcaOptions &options, const RunContext &context)
{
    assert(!clouds.empty());
    const Index d = clouds.front().cols();
    const Index count = std::min(options.components, d);
    if (d <= options.exactUpTo)
        return exactPca(clouds, count, context);
    return totalRows(clouds) <= options.exactUpTo ? pcaOfFewRows(clouds, count, context)
                                                  : randomizedPca(clouds, count, options, context);
}

std::pair<Pca, Pca> fitPair(const MatrixView &x, const MatrixView &y, PcaFit fit, const PcaOptions &options,
                            const RunContext &context)
{
    if (fit == PcaFit::each)
        return {fitPca({x}, options, context), fitPca({y}, options, context)};
    assert(x.cols() == y.cols());
    Pca shared = fit == PcaFit::first ? fitPca({x}, options, context) : fitPca({x, y}, options, context);
    return {shared, shared};
}

} // namespace anchorscope
