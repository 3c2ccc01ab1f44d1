// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

namespace anchorscope {

enum class Factorization { done, notPositive, cancelled };

/// Replaces the lower triangle of a symmetric d × d matrix by its Cholesky factor L: matrix = L Lᵀ. The upper triangle
/// is not used. Parallel, with the same bits for any number of threads; cancelled within milliseconds. The content of
/// the matrix is undefined unless `done` is returned.
Factorization factorize(Eigen::MatrixXd &matrix, const RunContext &context = {});

/// Computes L⁻¹ C in place, for the lower triangle L of `lower` (d × d) and C = `columns` (d × k). False if cancelled.
bool solveLower(const Eigen::MatrixXd &lower, Eigen::MatrixXd &columns, const RunContext &context = {});
/// Computes L⁻ᵀ C in place, for the lower triangle L of `lower` (d × d) and C = `columns` (d × k). False if cancelled.
bool solveLowerTransposed(const Eigen::MatrixXd &lower, Eigen::MatrixXd &columns, const RunContext &context = {});

} // namespace anchorscope
