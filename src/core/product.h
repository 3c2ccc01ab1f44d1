// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/product.h"
#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// Computes a · bᵀ for `a` (n × d) and `b` (k × d), in parallel, with the same bits for any number of threads.
/// Incomplete (some rows unset) if cancelled.
Matrix productTransposed(const MatrixView &a, const MatrixView &b, const RunContext &context = {});

/// Copies a matrix, in parallel, into the fastest layout for a right factor of many products. Incomplete if cancelled.
kernels::PackedRows packRows(const MatrixView &rows, const RunContext &context = {});

/// Computes aᵀ · b for `a` (n × p) and `b` (n × q); sums over n are in float64. Empty (0 × 0) if cancelled.
MatrixD crossProduct(const MatrixView &a, const MatrixView &b, const RunContext &context = {});

/// Computes the scatter matrix Σ (x − mean)(x − mean)ᵀ over the rows x (n × d), with a few centred rows in memory at a
/// time; they are rounded to float32. Empty (0 × 0) if cancelled.
MatrixD scatterMatrix(const MatrixView &rows, const VectorD &mean, const RunContext &context = {});

/// Rows that join a row of `a` and a row of `b`, both multiplied by a factor. Refers to the matrices and lists.
struct JoinedRows
{
    const Matrix &a, &b;
    const std::vector<ItemIndex> &itemsOfA, &itemsOfB;
    const std::vector<float> &factors; ///< one factor for each pair of rows
};

/// Computes zᵀ · z of the joined rows z (pairs × (p + q)), a few of them at a time. Empty (0 × 0) if cancelled.
MatrixD crossProduct(const JoinedRows &z, const RunContext &context = {});

} // namespace anchorscope
