// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/product.h"
#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// Computes a · bᵀ for a (n×d) and b (k×d), parallel over row blocks of a. Bitwise the same for any number of threads.
/// Incomplete (some rows unset) if the context was cancelled.
Matrix productTransposed(const MatrixView &a, const MatrixView &b, const RunContext &context = {});

/// Packs a matrix as the right side of many products, in parallel. Incomplete if the context was cancelled.
kernels::PackedRows packRows(const MatrixView &rows, const RunContext &context = {});

/// Computes aᵀ · b for a (n×p) and b (n×q), accumulated over rows in float64. Empty (0×0) if cancelled.
MatrixD crossProduct(const MatrixView &a, const MatrixView &b, const RunContext &context = {});

/// Pairs of rows of two matrices, side by side, each pair times its factor. Refers to the arguments.
struct JoinedRows
{
    const Matrix &a, &b;
    const std::vector<ItemIndex> &itemsOfA, &itemsOfB;
    const std::vector<float> &factors; ///< factor by which each pair is multiplied
};

/// Computes zᵀ · z of the joined rows z (pairs × (p+q)), of which only a few are copied at a time. Empty (0×0) if
/// cancelled.
MatrixD crossProduct(const JoinedRows &z, const RunContext &context = {});

} // namespace anchorscope
