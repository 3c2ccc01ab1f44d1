// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/preprocess.h"

namespace anchorscope {

/// Products of all pairs of rows, rows · rowsᵀ (n × n), in float64; only the lower triangle is set. Incomplete if
/// cancelled.
MatrixD productsOfRows(const MatrixView &rows, const RunContext &context = {});
/// Computes weights · rows (k × d) in float64 for k × n weights. Incomplete if cancelled.
MatrixD combinedRows(const MatrixD &weights, const MatrixView &rows, const RunContext &context = {});

/// Returns n orthonormal rows (n × d) whose span contains that of the given n × d rows, n ≤ d. Uses Gram–Schmidt on
/// blocks of rows, in float64, at least twice for each block. Time grows with n²·d. Empty if cancelled.
MatrixD orthonormalBasis(const MatrixView &rows, const RunContext &context = {});

/// Coordinates (n × r) in a basis of orthonormal rows; exact for rows in its span. Incomplete if cancelled.
Matrix coordinatesIn(const MatrixD &basis, const MatrixView &rows, const RunContext &context = {});

/// Space in coordinates of the span of its n rows. Computations that depend on lengths and angles only have the same
/// result there and need n × n matrices instead of d × d ones. Refers to the rows of the whole space.
struct SpannedSpace
{
    MatrixView rows;                 ///< rows in all dimensions, n × d
    std::vector<ItemIndex> spanning; ///< r linearly independent rows, ascending
    Eigen::MatrixXd lower;           ///< coordinates of the rows in `spanning`, r × r, a lower triangle
    PreparedSpace inSpan; ///< space of the coordinates: n × n rows, zero from column r on; no mean, no scale

    /// Converts rows in coordinates of the span (k × n) to rows in all dimensions (k × d). Incomplete if cancelled.
    Matrix lifted(const Matrix &coordinates, const RunContext &context = {}) const;
};
/// Finds the coordinates by the Cholesky factor of the products of the rows, in float64. A unit row less than 3e-7 away
/// from the span of the earlier ones adds no coordinate. Time grows with n²·d. Incomplete if cancelled.
SpannedSpace spanned(const PreparedSpace &space, const RunContext &context = {});

} // namespace anchorscope
