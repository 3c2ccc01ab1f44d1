// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/whiten.h"

#include "core/cholesky.h"
#include "core/parallel.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

constexpr Index chunkRows = 256, chunkColumns = 1024;

/// Number of rows per block, for at most 64 blocks. Sums are in float64, as the covariance's inverse magnifies errors.
Index summedRows(Index rows)
{
    return std::max<Index>(1024, (rows + 63) / 64);
}

VectorD meanOf(const Matrix &rows)
{
    const auto sums = mapBlocks(rows.rows(), summedRows(rows.rows()), [&](Index begin, Index end) -> VectorD {
        return rows.middleRows(begin, end - begin).cast<double>().colwise().sum().transpose();
    });
    VectorD mean = VectorD::Zero(rows.cols());
    for (const VectorD &sum : sums)
        mean += sum / static_cast<double>(rows.rows());
    return mean;
}

/// Scatter matrix CᵀC (d × d) of the centred rows C; only its lower triangle is valid. Empty if cancelled.
Eigen::MatrixXd scatterOf(const Matrix &rows, const VectorD &mean, const RunContext &context)
{
    Eigen::MatrixXd scatter = Eigen::MatrixXd::Zero(rows.cols(), rows.cols());
    MatrixD chunk;
    // All threads add to one matrix, chunk by chunk: with partial sums, each thread would need a d × d matrix.
    for (Index i = 0; i < rows.rows(); i += chunkRows) {
        chunk = rows.middleRows(i, std::min(chunkRows, rows.rows() - i)).cast<double>().rowwise() - mean.transpose();
        const bool complete = forBlocks(
            rows.cols(), 128,
            [&](Index begin, Index end) {
                scatter.block(begin, begin, rows.cols() - begin, end - begin).noalias() +=
                    chunk.rightCols(rows.cols() - begin).transpose() * chunk.middleCols(begin, end - begin);
            },
            context);
        if (!complete)
            return {};
    }
    return scatter;
}

/// Gram matrix C Cᵀ (n × n) of the centred rows C; only its lower triangle is valid. Empty if cancelled.
Eigen::MatrixXd gramOf(const Matrix &rows, const VectorD &mean, const RunContext &context)
{
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(rows.rows(), rows.rows());
    for (Index begin = 0; begin < rows.cols(); begin += chunkColumns) {
        const Index width = std::min(chunkColumns, rows.cols() - begin);
        const MatrixD chunk =
            rows.middleCols(begin, width).cast<double>().rowwise() - mean.segment(begin, width).transpose();
        const bool complete = forBlocks(
            rows.rows(), 128,
            [&](Index from, Index to) {
                gram.block(from, from, rows.rows() - from, to - from).noalias() +=
                    chunk.bottomRows(rows.rows() - from) * chunk.middleRows(from, to - from).transpose();
            },
            context);
        if (!complete)
            return {};
    }
    return gram;
}

/// Σ ‖c_i‖⁴ over the centred rows c_i.
double fourthPowers(const Matrix &rows, const VectorD &mean)
{
    const auto sums = mapBlocks(rows.rows(), summedRows(rows.rows()), [&](Index begin, Index end) {
        double sum = 0;
        for (Index i = begin; i < end; ++i)
            sum += std::pow((rows.row(i).transpose().cast<double>() - mean).squaredNorm(), 2);
        return sum;
    });
    double total = 0;
    for (const double sum : sums)
        total += sum;
    return total;
}

/// Computes the λ of Ledoit and Wolf. Only the lower triangle of `products`, CᵀC or C Cᵀ, is read.
double shrinkageOf(const Matrix &rows, const VectorD &mean, const Eigen::MatrixXd &products, Index dimension)
{
    const auto n = static_cast<double>(rows.rows()), d = static_cast<double>(dimension);
    double squares = products.diagonal().squaredNorm();
    for (Index j = 0; j < products.cols(); ++j)
        squares += 2 * products.col(j).tail(products.rows() - j - 1).squaredNorm();
    const double ofCovariance = squares / (n * n); // squared norm ‖Σ̂‖² of the covariance
    const double variance = products.trace() / (n * d);
    const double fromSphere = ofCovariance - d * variance * variance;
    const double error = (fourthPowers(rows, mean) / n - ofCovariance) / n;
    return fromSphere > 0 ? std::clamp(error / fromSphere, 0.0, 1.0) : 1;
}

} // namespace

double ledoitWolfShrinkage(const Matrix &rows, const RunContext &context)
{
    const VectorD mean = meanOf(rows);
    const Eigen::MatrixXd products =
        rows.rows() < rows.cols() ? gramOf(rows, mean, context) : scatterOf(rows, mean, context);
    return products.size() > 0 ? shrinkageOf(rows, mean, products, rows.cols()) : 0;
}

Whitening Whitening::fit(const Matrix &rows, const SimilarityOptions &options, const RunContext &context,
                         std::optional<Index> dimension)
{
    const Index d = dimension.value_or(rows.cols());
    Whitening result;
    result.m_mean = meanOf(rows);
    const bool wide = rows.rows() < rows.cols();
    const Eigen::MatrixXd products =
        wide ? gramOf(rows, result.m_mean, context) : scatterOf(rows, result.m_mean, context);
    if (products.size() == 0)
        return {};
    const double shrinkage = options.ledoitWolf ? shrinkageOf(rows, result.m_mean, products, d) : options.shrinkage;
    result.m_covarianceScale = (1 - shrinkage) / static_cast<double>(rows.rows() - 1);
    const double variance = products.trace() / static_cast<double>(rows.rows() - 1) / static_cast<double>(d);
    if (wide)
        result.m_rows = rows;
    for (double share = shrinkage + options.ridge;; share = 1e-6) {
        // Rows that are all equal have no variance: any isotropic covariance can be used.
        result.m_isotropic = share * (variance > 0 ? variance : 1);
        result.m_lower = result.m_covarianceScale * products;
        result.m_lower.diagonal().array() += result.m_isotropic;
        const bool possible = result.m_isotropic > 0 || !wide;
        const Factorization ended = possible ? factorize(result.m_lower, context) : Factorization::notPositive;
        if (ended == Factorization::cancelled)
            return {};
        if (ended == Factorization::done || share == 1e-6)
            return result;
    }
}

Eigen::MatrixXd Whitening::half(const Matrix &rows, const RunContext &context) const
{
    Eigen::MatrixXd columns;
    if (!isWide()) {
        columns = centred(rows).transpose();
    } else {
        columns = Eigen::MatrixXd(m_rows.rows(), rows.rows());
        const MatrixD others = centred(rows);
        forBlocks(
            m_rows.rows(), 32,
            [&](Index begin, Index end) {
                columns.middleRows(begin, end - begin).noalias() =
                    centred(m_rows.middleRows(begin, end - begin)) * others.transpose();
            },
            context);
    }
    solveLower(m_lower, columns, context);
    return columns;
}

MatrixD Whitening::gram(const Matrix &rows, const RunContext &context) const
{
    const Eigen::MatrixXd columns = half(rows, context);
    if (!isWide())
        return columns.transpose() * columns;
    const MatrixD own = centred(rows);
    return (own * own.transpose() - MatrixD(m_covarianceScale * (columns.transpose() * columns))) / m_isotropic;
}

Matrix Whitening::similarity(const Matrix &items, const Matrix &anchors, const RunContext &context) const
{
    Eigen::MatrixXd dual = half(anchors, context);
    solveLowerTransposed(m_lower, dual, context);
    if (isWide()) {
        Eigen::MatrixXd inSpace = centred(anchors).transpose();
        forBlocks(
            m_rows.cols(), chunkColumns,
            [&](Index begin, Index end) {
                const MatrixD part = m_rows.middleCols(begin, end - begin).cast<double>().rowwise() -
                                     m_mean.segment(begin, end - begin).transpose();
                inSpace.middleRows(begin, end - begin).noalias() -= m_covarianceScale * (part.transpose() * dual);
            },
            context);
        dual = inSpace / m_isotropic;
    }
    Matrix result(items.rows(), anchors.rows());
    // The product is in float64, because scaling up directions of small variance also scales up their rounding errors.
    forBlocks(
        items.rows(), 64,
        [&](Index begin, Index end) {
            result.middleRows(begin, end - begin) =
                (centred(items.middleRows(begin, end - begin)) * dual).cast<float>();
        },
        context);
    return result;
}

Matrix unscaledRows(const Matrix &unit, const Vector &norms)
{
    return (unit.cast<double>().array().colwise() * norms.cast<double>().array()).cast<float>();
}

} // namespace anchorscope
