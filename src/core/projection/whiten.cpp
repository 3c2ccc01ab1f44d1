// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/whiten.h"

#include "core/parallel.h"

#include <Eigen/Cholesky>

#include <algorithm>

namespace anchorscope {

Whitening Whitening::fit(const Matrix &rows, const SimilarityOptions &options, const RunContext &context)
{
    const auto d = static_cast<double>(rows.cols());
    // At most 64 partial sums, in float64 throughout: the inverse of the covariance magnifies what is lost here.
    const Index blockRows = std::max<Index>(1024, (rows.rows() + 63) / 64);
    const auto sums = mapBlocks(rows.rows(), blockRows, [&](Index begin, Index end) -> VectorD {
        return rows.middleRows(begin, end - begin).cast<double>().colwise().sum().transpose();
    });
    Whitening result;
    result.m_mean = VectorD::Zero(rows.cols());
    for (const VectorD &sum : sums)
        result.m_mean += sum / static_cast<double>(rows.rows());
    const auto products = mapBlocks(
        rows.rows(), blockRows,
        [&](Index begin, Index end) {
            Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(rows.cols(), rows.cols());
            for (Index i = begin; i < end && !context.cancelled(); i += 256) {
                const MatrixD chunk = rows.middleRows(i, std::min<Index>(256, end - i)).cast<double>().rowwise() -
                                      result.m_mean.transpose();
                sum.noalias() += chunk.transpose() * chunk;
            }
            return sum;
        },
        context);
    if (!products)
        return {};
    Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(rows.cols(), rows.cols());
    for (const Eigen::MatrixXd &product : *products)
        covariance += product;
    covariance /= static_cast<double>(rows.rows() - 1);
    const double isotropic = covariance.trace() / d;
    covariance *= 1 - options.shrinkage;
    covariance.diagonal().array() += options.shrinkage * isotropic + options.ridge;
    Eigen::LLT<Eigen::MatrixXd> cholesky(covariance);
    if (cholesky.info() != Eigen::Success) {
        covariance.diagonal().array() += 1e-6 * isotropic;
        cholesky.compute(covariance);
    }
    result.m_lower = cholesky.matrixL();
    return result;
}

MatrixD Whitening::whitened(const Matrix &rows) const
{
    const Eigen::MatrixXd columns = (rows.cast<double>().rowwise() - m_mean.transpose()).transpose();
    return m_lower.triangularView<Eigen::Lower>().solve(columns).transpose();
}

Matrix Whitening::similarity(const Matrix &items, const Matrix &anchors, const RunContext &context) const
{
    const Eigen::MatrixXd half = whitened(anchors).transpose();
    const Eigen::MatrixXd dual = m_lower.triangularView<Eigen::Lower>().transpose().solve(half);
    Matrix result(items.rows(), anchors.rows());
    // In float64: directions of little variance are scaled up, and with them the rounding of a float32 product.
    forBlocks(
        items.rows(), 256,
        [&](Index begin, Index end) {
            const MatrixD block = items.middleRows(begin, end - begin).cast<double>().rowwise() - m_mean.transpose();
            result.middleRows(begin, end - begin) = (block * dual).cast<float>();
        },
        context);
    return result;
}

Matrix unscaledRows(const Matrix &unit, const Vector &norms)
{
    return (unit.cast<double>().array().colwise() * norms.cast<double>().array()).cast<float>();
}

} // namespace anchorscope
