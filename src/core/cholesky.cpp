// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cholesky.h"

#include "core/parallel.h"

#include <Eigen/Cholesky>

#include <algorithm>

namespace anchorscope {

namespace {

constexpr Index blockSize = 128;
/// Number of right-hand sides per triangular solve, which cannot be cancelled and takes 0.1 s for d = 10 000.
constexpr Index columnsPerSolve = 16;

bool solve(const auto &triangle, Eigen::MatrixXd &columns, const RunContext &context)
{
    return forBlocks(
        columns.cols(), columnsPerSolve,
        [&](Index begin, Index end) {
            auto part = columns.middleCols(begin, end - begin);
            triangle.solveInPlace(part);
        },
        context);
}

} // namespace

Factorization factorize(Eigen::MatrixXd &matrix, const RunContext &context)
{
    const Index d = matrix.rows();
    for (Index begin = 0; begin < d; begin += blockSize) {
        const Index width = std::min(blockSize, d - begin), end = begin + width, below = d - end;
        Eigen::Ref<Eigen::MatrixXd> corner = matrix.block(begin, begin, width, width);
        const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> cholesky(corner);
        if (cholesky.info() != Eigen::Success)
            return Factorization::notPositive;
        forBlocks(
            below, blockSize,
            [&](Index from, Index to) {
                auto panel = matrix.block(end + from, begin, to - from, width);
                corner.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(panel);
            },
            context);
        const bool complete = forBlocks(
            below, blockSize,
            [&](Index from, Index to) {
                matrix.block(end + from, end + from, below - from, to - from).noalias() -=
                    matrix.block(end + from, begin, below - from, width) *
                    matrix.block(end + from, begin, to - from, width).transpose();
            },
            context);
        if (!complete)
            return Factorization::cancelled;
    }
    return Factorization::done;
}

bool solveLower(const Eigen::MatrixXd &lower, Eigen::MatrixXd &columns, const RunContext &context)
{
    return solve(lower.triangularView<Eigen::Lower>(), columns, context);
}

bool solveLowerTransposed(const Eigen::MatrixXd &lower, Eigen::MatrixXd &columns, const RunContext &context)
{
    return solve(lower.triangularView<Eigen::Lower>().transpose(), columns, context);
}

} // namespace anchorscope
