// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/preprocess.h"

namespace anchorscope {

/// Products of all pairs of rows, rows · rowsᵀ (n × n), summed in float64. Empty if cancelled.
MatrixD productsOfRows(const MatrixD &rows, const RunContext &context = {});

/// Returns n orthonormal rows (n × d) whose span contains that of the given n × d rows, n ≤ d. Uses Gram–Schmidt on
/// blocks of rows, in float64, at least twice for each block. Time grows with n²·d. Empty if cancelled.
MatrixD orthonormalBasis(const MatrixView &rows, const RunContext &context = {});

/// Coordinates (n × r) in a basis of orthonormal rows; exact for rows in its span. Incomplete if cancelled.
Matrix coordinatesIn(const MatrixD &basis, const MatrixView &rows, const RunContext &context = {});

/// Space with more dimensions than items, in coordinates of the span of its rows. Computations that depend on lengths
/// and angles only have the same result there and need n × n matrices instead of d × d ones.
struct SpannedSpace
{
    MatrixD basis;        ///< orthonormal basis of the span of the rows, n × d
    PreparedSpace inSpan; ///< space in coordinates of the span, n × n; its mean and scale are empty

    /// Converts rows in coordinates of the span (k × n) to rows in all dimensions (k × d).
    Matrix lifted(const Matrix &rows, const RunContext &context = {}) const;
};
SpannedSpace spanned(const PreparedSpace &space, const RunContext &context = {});

} // namespace anchorscope
