// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

namespace anchorscope {

/// Singular value decomposition of an r × c matrix: matrix = u · diag(singular) · vᵀ. With q = min(r, c), u is r × q,
/// `singular` has q values (descending), v is c × q.
struct Svd
{
    Eigen::MatrixXd u;
    Eigen::VectorXd singular;
    Eigen::MatrixXd v;
};

/// Computes a singular value decomposition. Call it instead of Eigen's solver, whose templates then compile only once.
[[nodiscard]] Svd thinSvd(const Eigen::MatrixXd &matrix);

[[nodiscard]] Eigen::VectorXd singularValues(const Eigen::MatrixXd &matrix);

/// Eigenvalue decomposition of a symmetric n × n matrix: matrix = vectors · diag(values) · vectorsᵀ.
struct Eigenvectors
{
    Eigen::MatrixXd vectors; ///< eigenvectors in columns, n × n
    VectorD values;          ///< n eigenvalues, ascending
};

/// Computes the eigenvalue decomposition from the lower triangle, in one thread. Bits depend on the instruction set
/// only.
[[nodiscard]] Eigenvectors eigenvectorsOf(Eigen::MatrixXd symmetric);

/// Returns orthonormal columns whose span contains the given ones (n × k, n ≥ k), by Householder's reflections.
[[nodiscard]] Eigen::MatrixXd orthonormalColumns(const Eigen::MatrixXd &columns);

} // namespace anchorscope
