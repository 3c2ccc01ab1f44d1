// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/translate/ridgemaps.h"

#include "core/distributed/distributedruns.h"
#include "core/parallel.h"
#include "core/projection/relative.h"
#include "core/svd.h"
#include "core/translate/folds.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

using Columns = Eigen::MatrixXd;

/// Directions of smaller correlation, relative to the greatest, are noise of the pairs (as in the canonical path).
constexpr double minPairCorrelation = 0.03;

Eigen::LLT<Columns> ridgedRoot(const Columns &rows, double ridge)
{
    Columns moments = rows.transpose() * rows;
    moments.diagonal().array() += ridge * ridgeUnit(rows);
    return Eigen::LLT<Columns>(moments);
}

Columns solveRidge(const Columns &a, const Columns &b, double ridge)
{
    return ridgedRoot(a, ridge).solve(a.transpose() * b);
}

double cosineOfRows(const Columns &a, const Columns &b)
{
    double sum = 0;
    for (Index i = 0; i < a.rows(); ++i) {
        const double norms = a.row(i).norm() * b.row(i).norm();
        sum += norms > 0 ? a.row(i).dot(b.row(i)) / norms : 0;
    }
    return sum;
}

/// Sums of the cosines of held-out rows, one for each candidate: one eigenproblem serves all of them.
Eigen::VectorXd heldOutCosines(Columns a, Columns b, Columns heldA, const Columns &heldB, bool affine)
{
    Eigen::RowVectorXd meanOfB = Eigen::RowVectorXd::Zero(b.cols());
    if (affine) {
        const Eigen::RowVectorXd meanOfA = a.colwise().mean();
        meanOfB = b.colwise().mean();
        a.rowwise() -= meanOfA;
        b.rowwise() -= meanOfB;
        heldA.rowwise() -= meanOfA;
    }
    const Eigenvectors moments = eigenvectorsOf(a.transpose() * a);
    const Columns turned = heldA * moments.vectors;
    const Columns image = moments.vectors.transpose() * (a.transpose() * b);
    const std::vector<double> candidates = ridgeCandidates();
    Eigen::VectorXd cosines(static_cast<Index>(candidates.size()));
    for (Index i = 0; i < cosines.size(); ++i) {
        const double added = candidates[static_cast<std::size_t>(i)] * ridgeUnit(a);
        const Eigen::VectorXd inverse = (moments.values.cwiseMax(0.0).array() + added).inverse();
        const Columns mapped = (turned * inverse.asDiagonal() * image).rowwise() + meanOfB;
        cosines[i] = cosineOfRows(mapped, heldB);
    }
    return cosines;
}

} // namespace

double ridgeUnit(const Eigen::MatrixXd &rows)
{
    const double mean =
        rows.squaredNorm() / static_cast<double>(std::max<Index>(1, std::min(rows.rows(), rows.cols())));
    return mean > 0 ? mean : 1;
}

MatrixD ridgeMap(const MatrixView &a, const MatrixView &b, double ridge)
{
    return solveRidge(a.cast<double>(), b.cast<double>(), ridge);
}

LinearMap affineMap(const MatrixView &a, const MatrixView &b, double ridge)
{
    Columns from = a.cast<double>(), to = b.cast<double>();
    const Eigen::RowVectorXd meanOfA = from.colwise().mean(), meanOfB = to.colwise().mean();
    from.rowwise() -= meanOfA;
    to.rowwise() -= meanOfB;
    const Columns map = solveRidge(from, to, ridge);
    return {map, {}, meanOfB - meanOfA * map};
}

MatrixD canonicalRidgeMap(const MatrixView &a, const MatrixView &b, double ridge)
{
    const Columns from = a.cast<double>(), to = b.cast<double>();
    const auto rootOfX = ridgedRoot(from, ridge), rootOfY = ridgedRoot(to, ridge);
    const Columns half = rootOfX.matrixL().solve(Columns(from.transpose() * to));
    const Columns k = rootOfY.matrixL().solve(half.transpose()).transpose();
    const Svd svd = thinSvd(k);
    const Index kept = (svd.singular.array() > minPairCorrelation * svd.singular[0]).count();
    const Columns directions = rootOfX.matrixU().solve(svd.u.leftCols(kept));
    return directions * svd.singular.head(kept).asDiagonal() * (rootOfY.matrixL() * svd.v.leftCols(kept)).transpose();
}

std::vector<double> ridgeCandidates()
{
    std::vector<double> candidates;
    for (int step = -8; step <= 4; ++step)
        candidates.push_back(std::pow(10.0, 0.5 * step));
    return candidates;
}

double chooseRidge(const MatrixView &a, const MatrixView &b, bool affine, const RunContext &context)
{
    const std::vector<Fold> folds = foldsOf(a.rows());
    if (folds.empty())
        return 1;
    const std::vector<double> candidates = ridgeCandidates();
    MatrixD cosines(static_cast<Index>(folds.size()), static_cast<Index>(candidates.size()));
    const DistributedRuns dealt(context.ranks);
    const std::vector<std::size_t> own = dealt.own(folds.size());
    const auto ofFold = [&](Index i, Index) {
        const std::size_t each = own[static_cast<std::size_t>(i)];
        const Fold &fold = folds[each];
        cosines.row(static_cast<Index>(each)) =
            heldOutCosines(rowsOf(a, fold.fitted).cast<double>(), rowsOf(b, fold.fitted).cast<double>(),
                           rowsOf(a, fold.held).cast<double>(), rowsOf(b, fold.held).cast<double>(), affine)
                .transpose();
    };
    if (!forBlocks(std::ssize(own), 1, ofFold, context))
        return candidates.back(); // cancelled
    Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(cosines.cols());
    for (Index fold = 0; fold < cosines.rows(); ++fold) {
        dealt.bring(static_cast<std::size_t>(fold), cosines.row(fold).data(), cosines.cols());
        sum += cosines.row(fold);
    }
    Index best = 0;
    sum.maxCoeff(&best);
    return candidates[static_cast<std::size_t>(best)];
}

} // namespace anchorscope
