// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/span.h"

#include "core/cholesky.h"
#include "core/data/items.h"
#include "core/kernels/dense.h"
#include "core/parallel.h"
#include "core/svd.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cassert>

namespace anchorscope {

namespace {

constexpr Index rowsAtOnce = 32;
constexpr Index blockColumns = 2048; ///< number of columns of the rows that one thread processes together

/// View of a factor of a product, or of a block of the factor's columns.
using FactorView = Eigen::Ref<const MatrixD, 0, Eigen::OuterStride<>>;

/// Computes left · right in float64, in one thread.
MatrixD product(const FactorView &left, const FactorView &right)
{
    MatrixD result(left.rows(), right.cols());
    kernels::activeDense().product({left.data(), left.outerStride(), left.rows(), left.cols(), right.data(),
                                    right.outerStride(), right.cols(), result.data()});
    return result;
}

/// Calls body(row, height, column, width) in parallel for the blocks of the lower triangle of a square matrix.
template <class Body> void forLowerBlocks(Index size, const Body &body, const RunContext &context)
{
    constexpr Index side = 256;
    std::vector<std::pair<Index, Index>> corners;
    for (Index row = 0; row < size; row += side) {
        for (Index column = 0; column <= row; column += side)
            corners.emplace_back(row, column);
    }
    forBlocks(
        std::ssize(corners), 1,
        [&](Index block, Index) {
            const auto &[row, column] = corners[static_cast<std::size_t>(block)];
            body(row, std::min(side, size - row), column, std::min(side, size - column));
        },
        context);
}

/// Cholesky factor of a positive semidefinite n × n matrix of products: products = coordinates · coordinatesᵀ.
class RowFactor
{
public:
    MatrixD coordinates;             ///< coordinates of the n rows, n × n; as many columns as the rank, then zeros
    std::vector<ItemIndex> spanning; ///< for each column of the coordinates the row that added it

    /// Computes the coordinates from the lower triangle of the products. Incomplete if cancelled.
    RowFactor(MatrixD products, const RunContext &context)
        : coordinates(MatrixD::Zero(products.rows(), products.rows())), m_rest(std::move(products)),
          m_smallest(smallestShare * m_rest.diagonal())
    {
        constexpr Index rowsOfStep = 64;
        for (Index begin = 0; begin < m_rest.rows() && !context.cancelled(); begin += rowsOfStep)
            step(begin, std::min(begin + rowsOfStep, m_rest.rows()), context);
    }

private:
    /// Squared distance from the span of earlier rows above which a unit row adds a coordinate; float32 rounds to 1e-7.
    static constexpr double smallestShare = 1e-13;

    /// Computes the coordinates of one row in the existing columns from `first` on.
    void solve(Index row, Index first)
    {
        for (Index column = first; column < std::ssize(spanning); ++column) {
            const Index known = column - first, from = spanning[static_cast<std::size_t>(column)];
            coordinates(row, column) =
                (m_rest(row, from) -
                 coordinates.row(row).segment(first, known).dot(coordinates.row(from).segment(first, known))) /
                coordinates(from, column);
        }
    }

    void step(Index begin, Index end, const RunContext &context)
    {
        const Index first = std::ssize(spanning), below = m_rest.rows() - end;
        for (Index row = begin; row < end; ++row) {
            solve(row, first);
            const Index column = std::ssize(spanning);
            const double distance =
                m_rest(row, row) - coordinates.row(row).segment(first, column - first).squaredNorm();
            if (distance <= m_smallest[row])
                continue;
            coordinates(row, column) = std::sqrt(distance);
            spanning.push_back(static_cast<ItemIndex>(row));
        }
        forBlocks(
            below, 64,
            [&](Index from, Index to) {
                for (Index row = end + from; row < end + to; ++row)
                    solve(row, first);
            },
            context);
        const MatrixD found = coordinates.block(end, first, below, std::ssize(spanning) - first);
        forLowerBlocks(
            below,
            [&](Index row, Index height, Index column, Index width) {
                m_rest.block(end + row, end + column, height, width) -=
                    product(found.middleRows(row, height), found.middleRows(column, width).transpose());
            },
            context);
    }

    MatrixD m_rest; ///< products minus coordinates · coordinatesᵀ of the columns so far, in the rows that remain
    VectorD m_smallest;
};

/// Sum of part(begin, end) over blocks of columns; nullopt if cancelled.
template <class Part> std::optional<MatrixD> sumOfBlocks(Index columns, const Part &part, const RunContext &context)
{
    const auto parts = mapBlocks(columns, blockColumns, part, context);
    if (!parts)
        return std::nullopt;
    MatrixD sum = parts->front();
    for (std::size_t i = 1; i < parts->size(); ++i)
        sum += (*parts)[i];
    return sum;
}

/// Subtracts from the rows their projection on the first `known` rows of the basis: rows −= rows · basisᵀ · basis.
void removeSpan(const MatrixD &basis, Index known, MatrixD &rows, const RunContext &context)
{
    const auto sum = sumOfBlocks(
        rows.cols(),
        [&](Index begin, Index end) {
            return product(basis.block(0, begin, known, end - begin), rows.middleCols(begin, end - begin).transpose());
        },
        context);
    if (!sum)
        return;
    const MatrixD along = sum->transpose();
    forBlocks(
        rows.cols(), blockColumns,
        [&](Index begin, Index end) {
            rows.middleCols(begin, end - begin) -= product(along, basis.block(0, begin, known, end - begin));
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
    const auto sum = sumOfBlocks(
        rows.cols(),
        [&](Index begin, Index end) {
            const auto part = rows.middleCols(begin, end - begin);
            return product(part, part.transpose());
        },
        context);
    if (!sum)
        return true;
    const Eigen::LLT<Eigen::MatrixXd> factor(*sum);
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

MatrixD productsOfRows(const MatrixView &rows, const RunContext &context)
{
    MatrixD products(rows.rows(), rows.rows());
    forLowerBlocks(
        rows.rows(),
        [&](Index row, Index height, Index column, Index width) {
            MatrixD sum = MatrixD::Zero(height, width), left, right;
            for (Index begin = 0; begin < rows.cols() && !context.cancelled(); begin += blockColumns) {
                const Index depth = std::min(blockColumns, rows.cols() - begin);
                left = rows.block(row, begin, height, depth).cast<double>();
                right = rows.block(column, begin, width, depth).cast<double>().transpose();
                sum += product(left, right);
            }
            products.block(row, column, height, width) = sum;
        },
        context);
    return products;
}

MatrixD combinedRows(const MatrixD &weights, const MatrixView &rows, const RunContext &context)
{
    MatrixD result(weights.rows(), rows.cols());
    forBlocks(
        rows.cols(), blockColumns,
        [&](Index begin, Index end) {
            result.middleCols(begin, end - begin) =
                product(weights, rows.middleCols(begin, end - begin).cast<double>());
        },
        context);
    return result;
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

        // The second pass of Gram–Schmidt removes rounding errors. A row that depends on earlier ones becomes an
        // arbitrary unit row in the first two passes; a third pass makes it orthogonal to the basis.
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

Matrix SpannedSpace::lifted(const Matrix &coordinates, const RunContext &context) const
{
    Eigen::MatrixXd weights = coordinates.leftCols(lower.rows()).cast<double>().transpose();
    if (!solveLowerTransposed(lower, weights, context))
        return Matrix(coordinates.rows(), rows.cols());
    MatrixD ofAll = MatrixD::Zero(coordinates.rows(), rows.rows());
    ofAll(allIndices, spanning) = weights.transpose();
    return combinedRows(ofAll, rows, context).cast<float>();
}

SpannedSpace spanned(const PreparedSpace &space, const RunContext &context)
{
    SpannedSpace result{space.rows, {}, {}, {}};
    RowFactor factor(productsOfRows(space.rows, context), context);
    result.lower = factor.coordinates(factor.spanning, Eigen::seqN(0, std::ssize(factor.spanning)));
    result.inSpan.rows = factor.coordinates.cast<float>();
    result.spanning = std::move(factor.spanning);
    result.inSpan.norms = space.norms;
    result.inSpan.centering = space.centering;
    result.inSpan.zeroRows = space.zeroRows;
    result.inSpan.whole = &space;
    return result;
}

} // namespace anchorscope
