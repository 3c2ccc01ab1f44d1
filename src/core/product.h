// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/product.h"
#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// a · bᵀ for a (n×d) and b (k×d), parallel over row blocks of a. Bitwise the same for any number of threads.
/// Incomplete (some rows unset) if the context was cancelled.
Matrix productTransposed(const MatrixView &a, const MatrixView &b, const RunContext &context = {});

/// A matrix packed as the right side of many products, in parallel. Incomplete if the context was cancelled.
kernels::PackedRows packRows(const MatrixView &rows, const RunContext &context = {});

/// aᵀ · b for a (n×p) and b (n×q), accumulated over rows in float64. Empty (0×0) if cancelled.
MatrixD crossProduct(const MatrixView &a, const MatrixView &b, const RunContext &context = {});

/// Chosen rows of a matrix, each times its factor. Refers to all three.
struct ScaledRows
{
    const Matrix &rows;
    const std::vector<ItemIndex> &items;
    const std::vector<float> &factors; ///< one for each item
};

/// The same for chosen rows, of which only a few are copied at a time. As many items of a as of b.
MatrixD crossProduct(const ScaledRows &a, const ScaledRows &b, const RunContext &context = {});

} // namespace anchorscope
