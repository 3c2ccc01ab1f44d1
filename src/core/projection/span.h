// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/preprocess.h"

namespace anchorscope {

/// Basis of n orthonormal rows (× d) whose span contains that of the n × d rows, n ≤ d: Gram–Schmidt in blocks, with
/// repetition, in float64. Time grows with n²·d. Empty if cancelled.
MatrixD orthonormalBasis(const MatrixView &rows, const RunContext &context = {});

/// Coordinates (n × r) of rows in a basis of r orthonormal rows. If the basis spans the rows, lengths and angles are
/// preserved. Incomplete if cancelled.
Matrix coordinatesIn(const MatrixD &basis, const MatrixView &rows, const RunContext &context = {});

/// A space of more dimensions than items, described in the span of its rows. Results that depend on lengths and angles
/// only are computed there in n × n matrices instead of d × d ones.
struct SpannedSpace
{
    MatrixD basis;        ///< basis of the span, n × d
    PreparedSpace inSpan; ///< rows in coordinates of the span, n × n; mean and scale are left empty

    /// Converts rows of the span (k × n) to rows of the space (k × d).
    Matrix lifted(const Matrix &rows, const RunContext &context = {}) const;
};
SpannedSpace spanned(const PreparedSpace &space, const RunContext &context = {});

} // namespace anchorscope
