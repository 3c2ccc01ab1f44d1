// SPDX-License-Identifier: GPL-3.0-or-later
// Dense algebra, compiled once per instruction-set level. The including file defines LEVEL, and Eigen as a name of the
// level's own: an inline function compiled for a newer processor must never be the copy that the linker keeps for all
// (isa.h). tests/core/symbols.sh checks it.

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

namespace anchorscope::kernels::LEVEL {
namespace {

using Columns = Eigen::MatrixXd;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

bool eigenvectors(double *matrix, std::ptrdiff_t n, double *values)
{
    Eigen::Map<Columns> place(matrix, n, n);
    const Eigen::SelfAdjointEigenSolver<Columns> solver(place);
    place = solver.eigenvectors();
    Eigen::Map<Eigen::VectorXd>(values, n) = solver.eigenvalues();
    return solver.info() == Eigen::Success;
}

Eigen::LLT<Columns> ridgedRoot(Columns moments, double ridge)
{
    moments.diagonal().array() += ridge * moments.trace() / static_cast<double>(moments.rows());
    return Eigen::LLT<Columns>(moments);
}

std::ptrdiff_t canonicalMaps(const PairedMoments &moments, double ridge, double minCorrelation, const MapScratch &maps)
{
    const std::ptrdiff_t dx = moments.dx, dy = moments.dy;
    const Eigen::Map<const Rows> sums(moments.sums, dx + dy, dx + dy);
    const auto rootOfX = ridgedRoot(sums.topLeftCorner(dx, dx) / moments.weight, ridge);
    const auto rootOfY = ridgedRoot(sums.bottomRightCorner(dy, dy) / moments.weight, ridge);
    // K = L_x⁻¹ C_xy L_y⁻ᵀ (C_xy: moments of X with Y; L: Cholesky factors), or Kᵀ if that has fewer rows than K.
    const Columns half = rootOfX.matrixL().solve(Columns(sums.topRightCorner(dx, dy) / moments.weight));
    Columns k = rootOfY.matrixL().solve(half.transpose());
    const bool turned = dx > dy;
    if (!turned)
        k.transposeInPlace();
    // The eigenvectors of k kᵀ are the left singular vectors U of k, its eigenvalues the squared singular values S.
    Columns square = Columns::Zero(k.rows(), k.rows());
    square.selfadjointView<Eigen::Lower>().rankUpdate(k);
    const Eigen::SelfAdjointEigenSolver<Columns> solver(square);
    const Eigen::VectorXd singular = solver.eigenvalues().reverse().cwiseMax(0.0).cwiseSqrt();
    std::ptrdiff_t kept = 0;
    while (kept < singular.size() && singular[kept] > minCorrelation * singular[0])
        ++kept;
    const Columns vectors = solver.eigenvectors().rightCols(kept).rowwise().reverse();
    // `far` are the right singular vectors V times S: V S = kᵀ U
    const Columns near = vectors * singular.head(kept).asDiagonal();
    const Columns far = k.transpose() * vectors;
    Eigen::Map<Columns>(maps.a, dx, kept) = rootOfX.matrixU().solve(turned ? far : near);
    Eigen::Map<Columns>(maps.b, dy, kept) = rootOfY.matrixU().solve(turned ? near : far);
    Eigen::Map<Eigen::VectorXd>(maps.correlations, kept) = singular.head(kept);
    return kept;
}

void product(const Factors &factors)
{
    using Factor = Eigen::Map<const Rows, 0, Eigen::OuterStride<>>;
    const Factor left(factors.left, factors.rows, factors.depth, Eigen::OuterStride<>(factors.leftStride));
    const Factor right(factors.right, factors.depth, factors.columns, Eigen::OuterStride<>(factors.rightStride));
    Eigen::Map<Rows>(factors.product, factors.rows, factors.columns).noalias() = left * right;
}

} // namespace

const DenseFunctions denseFunctions{eigenvectors, canonicalMaps, product};

} // namespace anchorscope::kernels::LEVEL
