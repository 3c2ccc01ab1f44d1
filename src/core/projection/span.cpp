// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/span.h"

#include "core/parallel.h"

#include <Eigen/QR>

#include <algorithm>
#include <cassert>

namespace anchorscope {

namespace {

constexpr Index blockRows = 32;      ///< rows that become orthonormal at once
constexpr Index blockColumns = 2048; ///< of a long row, for one thread

/// rows −= rows · basisᵀ · basis, for the first `known` rows of the basis.
void removeSpan(const MatrixD &basis, Index known, MatrixD &rows, const RunContext &context)
{
    const auto products = mapBlocks(
        rows.cols(), blockColumns,
        [&](Index begin, Index end) -> MatrixD {
            return rows.middleCols(begin, end - begin) * basis.block(0, begin, known, end - begin).transpose();
        },
        context);
    if (!products)
        return;
    MatrixD along = MatrixD::Zero(rows.rows(), known);
    for (const MatrixD &product : *products)
        along += product;
    forBlocks(
        rows.cols(), blockColumns,
        [&](Index begin, Index end) {
            rows.middleCols(begin, end - begin).noalias() -= along * basis.block(0, begin, known, end - begin);
        },
        context);
}

/// Orthonormal rows of the same span, by Householder's reflections; rows of zeros become some of them.
void orthonormalize(MatrixD &rows)
{
    const Eigen::MatrixXd columns = rows.transpose();
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(columns);
    rows = (qr.householderQ() * Eigen::MatrixXd::Identity(columns.rows(), columns.cols())).transpose();
}

} // namespace

MatrixD orthonormalBasis(const MatrixView &rows, const RunContext &context)
{
    assert(rows.rows() <= rows.cols());
    const Index count = rows.rows();
    MatrixD basis(count, rows.cols());
    for (Index begin = 0; begin < count; begin += blockRows) {
        const Index size = std::min(blockRows, count - begin);
        MatrixD block = rows.middleRows(begin, size).cast<double>();
        // What rounding leaves goes in the second pass. A row that depends on others becomes any row of unit length in
        // the first ones, and one of the complement in the third.
        for (int pass = 0; pass < 3; ++pass) {
            removeSpan(basis, begin, block, context);
            if (context.cancelled())
                return {};
            orthonormalize(block);
        }
        basis.middleRows(begin, size) = block;
        context.report(static_cast<double>(begin + size) / static_cast<double>(count), "Finding a basis");
    }
    return basis;
}

Matrix coordinatesIn(const MatrixD &basis, const MatrixView &rows, const RunContext &context)
{
    Matrix result(rows.rows(), basis.rows());
    forBlocks(
        rows.rows(), 64,
        [&](Index begin, Index end) {
            const MatrixD block = rows.middleRows(begin, end - begin).cast<double>();
            result.middleRows(begin, end - begin) = (block * basis.transpose()).cast<float>();
        },
        context);
    return result;
}

Matrix SpannedSpace::lifted(const Matrix &rows, const RunContext &context) const
{
    Matrix result(rows.rows(), basis.cols());
    forBlocks(
        basis.cols(), blockColumns,
        [&](Index begin, Index end) {
            result.middleCols(begin, end - begin) =
                (rows.cast<double>() * basis.middleCols(begin, end - begin)).cast<float>();
        },
        context);
    return result;
}

SpannedSpace spanned(const PreparedSpace &space, const RunContext &context)
{
    SpannedSpace result;
    result.basis = orthonormalBasis(space.rows, context);
    result.inSpan.rows =
        context.cancelled() ? Matrix(space.size(), space.size()) : coordinatesIn(result.basis, space.rows, context);
    result.inSpan.norms = space.norms;
    result.inSpan.centering = space.centering;
    result.inSpan.zeroRows = space.zeroRows;
    return result;
}

} // namespace anchorscope
