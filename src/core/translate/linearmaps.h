// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

namespace anchorscope {

/// Pseudo-inverse by SVD. Singular values at or below cutoff · σ_max count as zero.
struct PseudoInverse
{
    MatrixD matrix;             ///< pseudo-inverse, columns × rows of the input
    double conditionNumber = 0; ///< condition number: σ_max divided by the smallest singular value that is kept
    Index rank = 0;             ///< number of singular values that are kept
};
PseudoInverse pseudoInverse(const MatrixD &matrix, double cutoff);

/// Computes the map W (dx × dy) with orthonormal columns or rows that minimizes ‖A W − B‖ for k pairs of rows, A: k ×
/// dx, B: k × dy: W = U Vᵀ of the thin SVD of Aᵀ B (Schönemann 1966).
MatrixD procrustes(const MatrixView &a, const MatrixView &b);

/// Orthogonal factor of a map, U Vᵀ of its SVD without the directions that the map takes to 0. It has the same range
/// and changes no length.
MatrixD polarFactor(const MatrixD &map);

/// Linear map x ↦ (x · matrix + offset) · basis into dy dimensions, of rank r.
struct LinearMap
{
    MatrixD matrix;                 ///< matrix of the map, dx × r
    MatrixD basis = {};             ///< basis of the range, r orthonormal rows × dy; empty: r = dy and no basis
    Eigen::RowVectorXd offset = {}; ///< offset, r numbers; empty: none
};

/// Pairs of k rows, each side described in the span of its rows if it has more dimensions than rows. A map that depends
/// on lengths and angles only, is 0 orthogonally to the rows of A, and maps into the span of the rows of B, can be
/// computed in matrices no larger than d × k.
struct SpannedPairs
{
    Matrix a, b;            ///< coordinates of the rows, k × min(k, dx) and k × min(k, dy)
    MatrixD basisA, basisB; ///< bases of the spans, orthonormal rows (k × dx, k × dy); empty for a side in its own
                            ///< coordinates

    SpannedPairs swapped() const { return {b, a, basisB, basisA}; }
    /// Coordinates of rows of A's space (n × dx) in the span. Incomplete if cancelled.
    Matrix coordinates(const MatrixView &rows, const RunContext &context = {}) const;
    /// Converts a map between the spans of the rows to a map between the whole spaces.
    LinearMap between(const LinearMap &map) const;
};
/// Describes pairs of rows (a: k × dx, b: k × dy) in their spans. Incomplete if cancelled.
SpannedPairs inSpans(const MatrixView &a, const MatrixView &b, const RunContext &context = {});

} // namespace anchorscope
