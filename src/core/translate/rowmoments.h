// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <vector>

namespace anchorscope {

/// Sums in float64 over k pairs of rows, a: k × dx and b: k × dy, which suffice to fit a map by least squares.
struct RowMoments
{
    Eigen::MatrixXd aa, ab;  ///< sums of products over all rows: AᵀA and AᵀB
    Eigen::RowVectorXd a, b; ///< sums of the rows of a and of b
    Index rows = 0;

    RowMoments &operator-=(const RowMoments &other);
    RowMoments centred() const;
};

/// Computes the moments of all pairs. Only few rows at a time are converted to float64, which saves memory.
RowMoments momentsOf(const MatrixView &a, const MatrixView &b);
RowMoments momentsOf(const MatrixView &a, const MatrixView &b, const std::vector<ItemIndex> &pairs);

Eigen::MatrixXd squaresOf(const MatrixView &rows);

/// Unit of a ridge: tr(AᵀA)/min(k, d) for `moments` AᵀA (d × d) of k rows; 1 if all rows are zero.
double ridgeUnit(const Eigen::MatrixXd &moments, Index rows);

} // namespace anchorscope
