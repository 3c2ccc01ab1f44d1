// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/translate/linearmaps.h"

#include "core/product.h"
#include "core/projection/span.h"
#include "core/svd.h"

#include <algorithm>
#include <limits>

namespace anchorscope {

PseudoInverse pseudoInverse(const MatrixD &matrix, double cutoff)
{
    const Svd svd = thinSvd(matrix);
    const Eigen::VectorXd &singular = svd.singular;
    PseudoInverse result;
    if (singular.size() > 0 && singular[0] > 0)
        result.rank = (singular.array() > cutoff * singular[0]).count();
    if (result.rank == 0) {
        result.matrix = MatrixD::Zero(matrix.cols(), matrix.rows());
        return result;
    }
    result.conditionNumber = singular[0] / singular[result.rank - 1];
    result.matrix = svd.v.leftCols(result.rank) * singular.head(result.rank).cwiseInverse().asDiagonal() *
                    svd.u.leftCols(result.rank).transpose();
    return result;
}

MatrixD procrustes(const MatrixView &a, const MatrixView &b)
{
    const Svd svd = thinSvd(a.cast<double>().transpose() * b.cast<double>());
    // Repeated pairs span fewer directions than their number; the other directions are mapped to 0.
    const double precision =
        static_cast<double>(std::numeric_limits<float>::epsilon()) * static_cast<double>(std::max(a.cols(), b.cols()));
    Index rank = 0;
    while (rank < svd.singular.size() && svd.singular[rank] > precision * svd.singular[0])
        ++rank;
    return svd.u.leftCols(rank) * svd.v.leftCols(rank).transpose();
}

MatrixD polarFactor(const MatrixD &map)
{
    const Svd svd = thinSvd(map);
    const double precision =
        std::numeric_limits<double>::epsilon() * static_cast<double>(std::max(map.rows(), map.cols()));
    Index rank = 0;
    while (rank < svd.singular.size() && svd.singular[rank] > precision * svd.singular[0])
        ++rank;
    return svd.u.leftCols(rank) * svd.v.leftCols(rank).transpose();
}

Matrix SpannedPairs::coordinates(const MatrixView &rows, const RunContext &context) const
{
    return basisA.size() > 0 ? productTransposed(rows, basisA.cast<float>(), context) : Matrix(rows);
}

LinearMap SpannedPairs::between(const LinearMap &map) const
{
    return {basisA.size() > 0 ? MatrixD(basisA.transpose() * map.matrix) : map.matrix, basisB, map.offset};
}

SpannedPairs inSpans(const MatrixView &a, const MatrixView &b, const RunContext &context)
{
    const auto basisOf = [&](const MatrixView &rows) {
        return rows.rows() < rows.cols() ? orthonormalBasis(rows, context) : MatrixD();
    };
    SpannedPairs pairs;
    pairs.basisA = basisOf(a);
    pairs.basisB = basisOf(b);
    if (context.cancelled())
        return pairs;
    pairs.a = pairs.coordinates(a, context);
    pairs.b = pairs.swapped().coordinates(b, context);
    return pairs;
}

} // namespace anchorscope
