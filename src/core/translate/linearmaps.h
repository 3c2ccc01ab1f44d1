// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <functional>

namespace anchorscope {

/// Pseudo-inverse by SVD: singular values at or below cutoff · σ_max count as zero.
struct PseudoInverse
{
    MatrixD matrix;             ///< columns × rows of the input
    double conditionNumber = 0; ///< σ_max / smallest singular value kept
    Index rank = 0;             ///< singular values kept
};
PseudoInverse pseudoInverse(const MatrixD &matrix, double cutoff);

/// The map W (dx × dy) with orthonormal columns or rows that minimises ‖A W − B‖ for k pairs of rows, A: k × dx,
/// B: k × dy: W = U Vᵀ of the thin SVD of Aᵀ B (Schönemann 1966).
MatrixD procrustes(const MatrixView &a, const MatrixView &b);

/// The map W (dx × dy) of least ‖A W − B‖; of least norm where several are.
MatrixD leastSquares(const MatrixView &a, const MatrixView &b);

/// A linear map x ↦ x · matrix · basis into dy dimensions of which it reaches r only.
struct LinearMap
{
    MatrixD matrix; ///< dx × r
    MatrixD basis;  ///< r orthonormal rows × dy; empty: r = dy, the map is `matrix`
};

/// A map fitted on k pairs of rows (a: k × dx, b: k × dy) by fit(a, b), a matrix that depends on lengths and angles
/// alone, is 0 across the span of the rows of a, and leads into that of b: each side that has more dimensions than rows
/// is described in their span, so that no matrix is larger than d × k. Incomplete if cancelled.
LinearMap fitInSpan(const MatrixView &a, const MatrixView &b,
                    const std::function<MatrixD(const MatrixView &, const MatrixView &)> &fit,
                    const RunContext &context = {});

} // namespace anchorscope
