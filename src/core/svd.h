// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

namespace anchorscope {

/// matrix = u · diag(singular) · vᵀ. For an r×c matrix and q = min(r, c): u r×q, singular q values (descending), v c×q.
struct Svd
{
    Eigen::MatrixXd u;
    Eigen::VectorXd singular;
    Eigen::MatrixXd v;
};

/// Thin singular value decomposition. The one place that pays for the solver's templates.
[[nodiscard]] Svd thinSvd(const Eigen::MatrixXd &matrix);

/// The singular values alone, descending.
[[nodiscard]] Eigen::VectorXd singularValues(const Eigen::MatrixXd &matrix);

/// matrix = vectors · diag(values) · vectorsᵀ for a symmetric matrix (n × n).
struct Eigenvectors
{
    Eigen::MatrixXd vectors; ///< n × n, by columns
    VectorD values;          ///< n, ascending
};

/// Eigenvalues and eigenvectors; only the lower triangle is read. Serial; the same bits for one instruction set.
[[nodiscard]] Eigenvectors eigenvectorsOf(Eigen::MatrixXd symmetric);

/// Orthonormal columns of the same span, by Householder's reflections; columns of zeros become some of them. n × k, n ≥
/// k.
[[nodiscard]] Eigen::MatrixXd orthonormalColumns(const Eigen::MatrixXd &columns);

} // namespace anchorscope
