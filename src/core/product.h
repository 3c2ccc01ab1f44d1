// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/product.h"
#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// Computes a · bᵀ for `a` (n × d) and `b` (k × d), in parallel over blocks of rows of `a`. The same bits for any
/// number of threads. Incomplete (some rows unset) if the context was cancelled.
Matrix productTransposed(const MatrixView &a, const MatrixView &b, const RunContext &context = {});

/// Copies a matrix, in parallel, into the order of memory that is fastest if the matrix is the right factor of many
/// products. Incomplete if the context was cancelled.
kernels::PackedRows packRows(const MatrixView &rows, const RunContext &context = {});

/// Computes aᵀ · b for `a` (n × p) and `b` (n × q); sums over the n rows are accumulated in float64. Empty (0 × 0) if
/// cancelled.
MatrixD crossProduct(const MatrixView &a, const MatrixView &b, const RunContext &context = {});

/// Rows z that join a row of matrix `a` and a row of matrix `b`, multiplied by a factor for each pair of rows. Refers
/// to the matrices and lists, which must outlive it.
struct JoinedRows
{
    const Matrix &a, &b;
    const std::vector<ItemIndex> &itemsOfA, &itemsOfB;
    const std::vector<float> &factors; ///< factor by which each pair of rows is multiplied
};

/// Computes zᵀ · z of joined rows z (pairs × (p + q)), of which only a few exist in memory at a time. Empty (0 × 0) if
/// cancelled.
MatrixD crossProduct(const JoinedRows &z, const RunContext &context = {});

} // namespace anchorscope
