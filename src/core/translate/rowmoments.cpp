// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/translate/rowmoments.h"

#include <algorithm>
#include <numeric>

namespace anchorscope {

namespace {

constexpr Index chunkRows = 256; ///< number of rows in a chunk, small enough for the cache

} // namespace

RowMoments &RowMoments::operator-=(const RowMoments &other)
{
    aa -= other.aa;
    ab -= other.ab;
    a -= other.a;
    b -= other.b;
    rows -= other.rows;
    return *this;
}

RowMoments RowMoments::centred() const
{
    RowMoments result = *this;
    const auto count = static_cast<double>(rows);
    result.aa.noalias() -= a.transpose() * a / count;
    result.ab.noalias() -= a.transpose() * b / count;
    result.a.setZero();
    result.b.setZero();
    return result;
}

RowMoments momentsOf(const MatrixView &a, const MatrixView &b, const std::vector<ItemIndex> &pairs)
{
    RowMoments sum{Eigen::MatrixXd::Zero(a.cols(), a.cols()), Eigen::MatrixXd::Zero(a.cols(), b.cols()),
                   Eigen::RowVectorXd::Zero(a.cols()), Eigen::RowVectorXd::Zero(b.cols()), std::ssize(pairs)};
    MatrixD ofA, ofB;
    for (Index begin = 0; begin < sum.rows; begin += chunkRows) {
        const Index size = std::min(chunkRows, sum.rows - begin);
        ofA.resize(size, a.cols());
        ofB.resize(size, b.cols());
        for (Index i = 0; i < size; ++i) {
            const ItemIndex pair = pairs[static_cast<std::size_t>(begin + i)];
            ofA.row(i) = a.row(pair).cast<double>();
            ofB.row(i) = b.row(pair).cast<double>();
        }
        sum.aa.noalias() += ofA.transpose() * ofA;
        sum.ab.noalias() += ofA.transpose() * ofB;
        sum.a += ofA.colwise().sum();
        sum.b += ofB.colwise().sum();
    }
    return sum;
}

RowMoments momentsOf(const MatrixView &a, const MatrixView &b)
{
    std::vector<ItemIndex> all(static_cast<std::size_t>(a.rows()));
    std::iota(all.begin(), all.end(), ItemIndex(0));
    return momentsOf(a, b, all);
}

Eigen::MatrixXd squaresOf(const MatrixView &rows)
{
    return momentsOf(rows, rows.leftCols(0)).aa; // the second matrix has no columns, so only AᵀA is computed
}

double ridgeUnit(const Eigen::MatrixXd &moments, Index rows)
{
    const double mean = moments.trace() / static_cast<double>(std::max<Index>(1, std::min(rows, moments.cols())));
    return mean > 0 ? mean : 1;
}

} // namespace anchorscope
