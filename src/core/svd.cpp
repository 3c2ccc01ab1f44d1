// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/svd.h"

#include "core/kernels/dense.h"

#include <Eigen/QR>
#include <Eigen/SVD>

namespace anchorscope {

namespace {

#if EIGEN_VERSION_AT_LEAST(5, 0, 0)
using ThinSolver = Eigen::BDCSVD<Eigen::MatrixXd, Eigen::ComputeThinU | Eigen::ComputeThinV>;
#else
struct ThinSolver : Eigen::BDCSVD<Eigen::MatrixXd>
{
    explicit ThinSolver(const Eigen::MatrixXd &matrix) : BDCSVD(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV) {}
};
#endif

} // namespace

Svd thinSvd(const Eigen::MatrixXd &matrix)
{
    const ThinSolver solver(matrix);
    return {solver.matrixU(), solver.singularValues(), solver.matrixV()};
}

Eigen::VectorXd singularValues(const Eigen::MatrixXd &matrix)
{
    return Eigen::BDCSVD<Eigen::MatrixXd>(matrix).singularValues();
}

Eigenvectors eigenvectorsOf(Eigen::MatrixXd symmetric)
{
    VectorD values(symmetric.rows());
    kernels::activeDense().eigenvectors(symmetric.data(), symmetric.rows(), values.data());
    return {std::move(symmetric), std::move(values)};
}

Eigen::MatrixXd orthonormalColumns(const Eigen::MatrixXd &columns)
{
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(columns);
    return qr.householderQ() * Eigen::MatrixXd::Identity(columns.rows(), columns.cols());
}

} // namespace anchorscope
