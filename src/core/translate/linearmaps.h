// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

namespace anchorscope {

/// Pseudo-inverse by SVD: singular values at or below cutoff · σ_max count as zero.
struct PseudoInverse
{
    MatrixD matrix;             ///< columns × rows of the input
    double conditionNumber = 0; ///< σ_max / smallest singular value kept
    Index rank = 0;             ///< singular values kept
};
PseudoInverse pseudoInverse(const MatrixD &matrix, double cutoff);

/// The map W (dx × dy) with orthonormal columns or rows that minimizes ‖A W − B‖ for k pairs of rows, A: k × dx, B: k ×
/// dy: W = U Vᵀ of the thin SVD of Aᵀ B (Schönemann 1966).
MatrixD procrustes(const MatrixView &a, const MatrixView &b);

/// The orthogonal factor of a map, U Vᵀ of its SVD without the directions that it takes to 0: the map of the same range
/// that changes no length.
MatrixD polarFactor(const MatrixD &map);

/// A map x ↦ (x · matrix + offset) · basis into dy dimensions, of rank r.
struct LinearMap
{
    MatrixD matrix;                 ///< dx × r
    MatrixD basis = {};             ///< r orthonormal rows × dy; empty: r = dy and no basis
    Eigen::RowVectorXd offset = {}; ///< r; empty: none
};

/// k pairs of rows, each side described in the span of its rows if it has more dimensions than rows. A map that depends
/// on lengths and angles only, is 0 across the span of the rows of A, and leads into that of B, can be computed in
/// matrices no larger than d × k.
struct SpannedPairs
{
    Matrix a, b;            ///< k × min(k, dx), k × min(k, dy)
    MatrixD basisA, basisB; ///< orthonormal rows (k × dx, k × dy); empty for a side in its own coordinates

    SpannedPairs swapped() const { return {b, a, basisB, basisA}; }
    /// Coordinates of rows of A's space (n × dx) in the span. Incomplete if cancelled.
    Matrix coordinates(const MatrixView &rows, const RunContext &context = {}) const;
    /// Converts a map between the spans to one between the spaces.
    LinearMap between(const LinearMap &map) const;
};
/// a: k × dx, b: k × dy. Incomplete if cancelled.
SpannedPairs inSpans(const MatrixView &a, const MatrixView &b, const RunContext &context = {});

} // namespace anchorscope
