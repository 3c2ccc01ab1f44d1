// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/span.h"

#include "core/parallel.h"
#include "core/svd.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cassert>

namespace anchorscope {

namespace {

constexpr Index rowsAtOnce = 32;
constexpr Index blockColumns = 2048; ///< number of columns of the rows that one thread processes together

/// Subtracts from the rows their projection on the first `known` rows of the basis: rows −= rows · basisᵀ · basis.
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

/// Makes any rows orthonormal, in one thread; rows that depend on others are replaced.
void orthonormalizeAny(MatrixD &rows)
{
    rows = orthonormalColumns(rows.transpose()).transpose();
}

/// Makes rows orthonormal by the Cholesky factor of their products. Returns false if the rows are nearly linearly
/// dependent. Calling it twice removes rounding errors. If cancelled, the rows are incomplete.
bool orthonormalize(MatrixD &rows, const RunContext &context)
{
    // minimum length of the component of a row that is orthogonal to the previous rows
    constexpr double minimum = 1e-5;
    const MatrixD products = productsOfRows(rows, context);
    if (context.cancelled())
        return true;
    const Eigen::LLT<Eigen::MatrixXd> factor(products);
    if (factor.info() != Eigen::Success || factor.matrixLLT().diagonal().minCoeff() < minimum)
        return false;
    const MatrixD lower = factor.matrixL();
    forBlocks(
        rows.cols(), blockColumns,
        [&](Index begin, Index end) {
            auto part = rows.middleCols(begin, end - begin);
            lower.triangularView<Eigen::Lower>().solveInPlace(part);
        },
        context);
    return true;
}

} // namespace

MatrixD productsOfRows(const MatrixD &rows, const RunContext &context)
{
    const auto products = mapBlocks(
        rows.cols(), blockColumns,
        [&](Index begin, Index end) -> MatrixD {
            const auto part = rows.middleCols(begin, end - begin);
            return part * part.transpose();
        },
        context);
    if (!products)
        return {};
    MatrixD sum = MatrixD::Zero(rows.rows(), rows.rows());
    for (const MatrixD &product : *products)
        sum += product;
    return sum;
}

MatrixD orthonormalBasis(const MatrixView &rows, const RunContext &context)
{
    assert(rows.rows() <= rows.cols());
    const Index count = rows.rows();
    MatrixD basis(count, rows.cols());
    for (Index begin = 0; begin < count; begin += rowsAtOnce) {
        const Index size = std::min(rowsAtOnce, count - begin);
        MatrixD block = rows.middleRows(begin, size).cast<double>();
        for (Index i = 0; i < size; ++i)
            block.row(i).normalize(); // a zero row stays zero

        // The second pass removes rounding errors. A row that depends on earlier ones becomes an arbitrary unit row in
        // the first two passes; the third makes it orthogonal to the basis.
        int passes = 2;
        for (int pass = 0; pass < passes; ++pass) {
            removeSpan(basis, begin, block, context);
            if (context.cancelled())
                return {};
            if (!orthonormalize(block, context)) {
                passes = 3;
                orthonormalizeAny(block);
            }
        }
        basis.middleRows(begin, size) = block;
        context.report(static_cast<double>(begin + size) / static_cast<double>(count), "Finding a basis");
    }
    return context.cancelled() ? MatrixD() : basis;
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
