// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

namespace anchorscope {

/// Pseudo-inverse of a matrix by SVD; singular values of at most cutoff · σ_max, the greatest one, count as zero.
struct PseudoInverse
{
    MatrixD matrix; ///< pseudo-inverse, c × r for an r × c matrix

    /// greatest singular value divided by the smallest one that does not count as zero
    double conditionNumber = 0;
    Index rank = 0; ///< number of singular values that do not count as zero
};
PseudoInverse pseudoInverse(const MatrixD &matrix, double cutoff);

/// Matrix W (dx × dy) with orthonormal columns or rows that minimizes ‖A W − B‖ for k pairs of rows, A: k × dx and B: k
/// × dy. W = U Vᵀ, where U S Vᵀ is the thin SVD of AᵀB (Schönemann 1966).
MatrixD procrustes(const MatrixView &a, const MatrixView &b);

/// Orthogonal factor U Vᵀ of a map, without directions that the map sends to 0. It has the same range as the map.
MatrixD polarFactor(const MatrixD &map);

/// Affine map x ↦ (x · matrix + offset) · basis from dx to dy dimensions. The linear part has at most rank r.
struct LinearMap
{
    MatrixD matrix;
    MatrixD basis = {}; ///< basis of the range, r orthonormal rows × dy; empty if r = dy and no basis is used
    Eigen::RowVectorXd offset = {}; ///< offset of r numbers; empty for a linear map
};

/// Pairs of k rows of A (k × dx) and B (k × dy). If a matrix has more dimensions than rows, its rows are in coordinates
/// of their span, so no matrix is larger than d × k. A map can be computed in these coordinates if it depends on
/// lengths and angles only, sends vectors orthogonal to the rows of A to 0, and maps into the span of the rows of B.
struct SpannedPairs
{
    Matrix a, b; ///< rows of A and B in coordinates of their spans, k × min(k, dx) and k × min(k, dy)

    /// orthonormal bases of the spans of A and B, k × dx and k × dy; empty if all dimensions are used
    MatrixD basisA, basisB;

    SpannedPairs swapped() const { return {b, a, basisB, basisA}; }
    /// Coordinates of rows (n × dx) in the span of the rows of A. Incomplete if cancelled.
    Matrix coordinates(const MatrixView &rows, const RunContext &context = {}) const;
    /// Converts a map between the spans of the rows to a map between the whole spaces.
    LinearMap between(const LinearMap &map) const;
};
/// Converts pairs of rows (a: k × dx, b: k × dy) to coordinates of their spans. Incomplete if cancelled.
SpannedPairs inSpans(const MatrixView &a, const MatrixView &b, const RunContext &context = {});

} // namespace anchorscope
