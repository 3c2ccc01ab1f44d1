// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/translate/ridgemaps.h"

#include "core/distributed/distributedruns.h"
#include "core/parallel.h"
#include "core/projection/relative.h"
#include "core/svd.h"
#include "core/translate/folds.h"
#include "core/translate/rowmoments.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

using Columns = Eigen::MatrixXd;

/// Minimum correlation of a direction relative to the greatest one; smaller ones are noise of the pairs.
constexpr double minPairCorrelation = 0.03;

constexpr std::size_t heldRows = 1024; ///< number of held-out rows that are scored together, which limits the memory

Eigen::LLT<Columns> ridgedRoot(Columns moments, Index rows, double ridge)
{
    moments.diagonal().array() += ridge * ridgeUnit(moments, rows);
    return Eigen::LLT<Columns>(moments);
}

Columns solveRidge(const RowMoments &moments, double ridge)
{
    return ridgedRoot(moments.aa, moments.rows, ridge).solve(moments.ab);
}

Eigen::RowVectorXd meanOf(const Eigen::RowVectorXd &sum, Index rows)
{
    return sum / static_cast<double>(rows);
}

double cosineOfRows(const MatrixD &a, const MatrixD &b)
{
    double sum = 0;
    for (Index i = 0; i < a.rows(); ++i) {
        const double norms = a.row(i).norm() * b.row(i).norm();
        sum += norms > 0 ? a.row(i).dot(b.row(i)) / norms : 0;
    }
    return sum;
}

/// Sum of the cosines between held-out rows and mapped rows for each ridge. All ridges use the same eigenvectors.
Eigen::VectorXd heldOutCosines(const RowMoments &fitted, const MatrixView &a, const MatrixView &b,
                               const std::vector<ItemIndex> &held, bool affine)
{
    const RowMoments used = affine ? fitted.centred() : fitted;
    const Eigen::RowVectorXd meanOfA = meanOf(fitted.a - used.a, fitted.rows);
    const Eigen::RowVectorXd meanOfB = meanOf(fitted.b - used.b, fitted.rows);
    const Eigenvectors moments = eigenvectorsOf(used.aa);
    const Columns image = moments.vectors.transpose() * used.ab;
    const double unit = ridgeUnit(used.aa, used.rows);
    const std::vector<double> candidates = ridgeCandidates();
    Eigen::VectorXd cosines = Eigen::VectorXd::Zero(static_cast<Index>(candidates.size()));
    for (std::size_t begin = 0; begin < held.size(); begin += heldRows) {
        const std::vector<ItemIndex> some(held.begin() + static_cast<std::ptrdiff_t>(begin),
                                          held.begin() +
                                              static_cast<std::ptrdiff_t>(std::min(held.size(), begin + heldRows)));
        const MatrixD heldA = rowsOf(a, some).cast<double>(), heldB = rowsOf(b, some).cast<double>();
        const Columns rotated = (heldA.rowwise() - meanOfA) * moments.vectors;
        for (Index i = 0; i < cosines.size(); ++i) {
            const double added = candidates[static_cast<std::size_t>(i)] * unit;
            const Eigen::VectorXd inverse = (moments.values.cwiseMax(0.0).array() + added).inverse();
            const MatrixD mapped = (rotated * inverse.asDiagonal() * image).rowwise() + meanOfB;
            cosines[i] += cosineOfRows(mapped, heldB);
        }
    }
    return cosines;
}

} // namespace

MatrixD ridgeMap(const MatrixView &a, const MatrixView &b, double ridge)
{
    return solveRidge(momentsOf(a, b), ridge);
}

LinearMap affineMap(const MatrixView &a, const MatrixView &b, double ridge)
{
    const RowMoments moments = momentsOf(a, b);
    const Columns map = solveRidge(moments.centred(), ridge);
    return {map, {}, meanOf(moments.b, moments.rows) - meanOf(moments.a, moments.rows) * map};
}

MatrixD canonicalRidgeMap(const MatrixView &a, const MatrixView &b, double ridge)
{
    const RowMoments moments = momentsOf(a, b);
    const auto rootOfX = ridgedRoot(moments.aa, moments.rows, ridge);
    const auto rootOfY = ridgedRoot(squaresOf(b), moments.rows, ridge);
    const Columns half = rootOfX.matrixL().solve(moments.ab);
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
    const RowMoments all = momentsOf(a, b);
    MatrixD cosines(static_cast<Index>(folds.size()), static_cast<Index>(candidates.size()));
    const DistributedRuns schedule(context.communicator);
    const std::vector<std::size_t> own = schedule.own(folds.size());
    const auto ofFold = [&](Index i, Index) {
        const std::size_t each = own[static_cast<std::size_t>(i)];
        RowMoments fitted = all;
        fitted -= momentsOf(a, b, folds[each].held);
        cosines.row(static_cast<Index>(each)) = heldOutCosines(fitted, a, b, folds[each].held, affine).transpose();
    };
    if (!forBlocks(std::ssize(own), 1, ofFold, context))
        return candidates.back();
    Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(cosines.cols());
    for (Index fold = 0; fold < cosines.rows(); ++fold) {
        schedule.broadcast(static_cast<std::size_t>(fold), cosines.row(fold).data(), cosines.cols());
        sum += cosines.row(fold);
    }
    Index best = 0;
    sum.maxCoeff(&best);
    return candidates[static_cast<std::size_t>(best)];
}

} // namespace anchorscope
