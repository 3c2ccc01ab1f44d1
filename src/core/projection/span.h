// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/preprocess.h"

namespace anchorscope {

/// n orthonormal rows (× d) whose span contains that of the n × d rows, n ≤ d: Gram–Schmidt in blocks, with repetition,
/// in float64. Time grows with n²·d. Empty if cancelled.
MatrixD orthonormalBasis(const MatrixView &rows, const RunContext &context = {});

/// n × r coordinates of rows in a basis of r orthonormal rows. If the basis spans the rows, lengths and angles are
/// preserved. Incomplete if cancelled.
Matrix coordinatesIn(const MatrixD &basis, const MatrixView &rows, const RunContext &context = {});

/// A space of more dimensions than items, described in the span of its rows: what only lengths and angles decide is
/// found there in n × n matrices instead of d × d ones.
struct SpannedSpace
{
    MatrixD basis;        ///< n × d
    PreparedSpace inSpan; ///< n × n rows; mean and scale are left empty

    /// Rows of the span (k × n) as rows of the space (k × d).
    Matrix lifted(const Matrix &rows, const RunContext &context = {}) const;
};
SpannedSpace spanned(const PreparedSpace &space, const RunContext &context = {});

} // namespace anchorscope
