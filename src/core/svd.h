// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

namespace anchorscope {

/// Singular value decomposition: matrix = u · diag(singular) · vᵀ. For an r×c matrix and q = min(r, c): u r×q, singular
/// q values (descending), v c×q.
struct Svd
{
    Eigen::MatrixXd u;
    Eigen::VectorXd singular;
    Eigen::MatrixXd v;
};

/// Thin singular value decomposition. Only here the solver's templates are instantiated.
[[nodiscard]] Svd thinSvd(const Eigen::MatrixXd &matrix);

/// Singular values of a matrix alone, descending.
[[nodiscard]] Eigen::VectorXd singularValues(const Eigen::MatrixXd &matrix);

/// Eigenvalue decomposition: matrix = vectors · diag(values) · vectorsᵀ for a symmetric matrix (n × n).
struct Eigenvectors
{
    Eigen::MatrixXd vectors; ///< eigenvectors, n × n, by columns
    VectorD values;          ///< eigenvalues, n, ascending
};

/// Computes eigenvalues and eigenvectors; only the lower triangle is read. Serial; the same bits for one instruction
/// set.
[[nodiscard]] Eigenvectors eigenvectorsOf(Eigen::MatrixXd symmetric);

/// Orthonormal columns with the same span as the given ones, by Householder's reflections; columns of zeros are
/// replaced. n × k, n ≥ k.
[[nodiscard]] Eigen::MatrixXd orthonormalColumns(const Eigen::MatrixXd &columns);

} // namespace anchorscope
