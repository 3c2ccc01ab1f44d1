// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/svd.h"

#include "core/kernels/dense.h"

#include <Eigen/SVD>

namespace anchorscope {

namespace {
using Solver = Eigen::BDCSVD<Eigen::MatrixXd>;
}

Svd thinSvd(const Eigen::MatrixXd &matrix)
{
    const Solver solver(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
    return {solver.matrixU(), solver.singularValues(), solver.matrixV()};
}

Eigen::VectorXd singularValues(const Eigen::MatrixXd &matrix)
{
    return Solver(matrix).singularValues();
}

Eigenvectors eigenvectorsOf(Eigen::MatrixXd symmetric)
{
    VectorD values(symmetric.rows());
    kernels::activeDense().eigenvectors(symmetric.data(), symmetric.rows(), values.data());
    return {std::move(symmetric), std::move(values)};
}

} // namespace anchorscope
