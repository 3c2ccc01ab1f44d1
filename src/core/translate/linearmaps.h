// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

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

} // namespace anchorscope
