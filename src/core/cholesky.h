// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

namespace anchorscope {

enum class Factorization { done, notPositive, cancelled };

/// Replaces the lower triangle of a symmetric matrix (d × d; the upper one is not read) by its Cholesky factor L,
/// matrix = L Lᵀ. Parallel, cancellable within milliseconds, bitwise the same for any number of threads. Unless `done`
/// is returned, the matrix is undefined.
Factorization factorize(Eigen::MatrixXd &matrix, const RunContext &context = {});

/// Computes L⁻¹ · columns in place, for the lower triangle L (d × d); columns: d × k. False if cancelled.
bool solveLower(const Eigen::MatrixXd &lower, Eigen::MatrixXd &columns, const RunContext &context = {});
/// Computes L⁻ᵀ · columns in place, for the lower triangle L (d × d).
bool solveLowerTransposed(const Eigen::MatrixXd &lower, Eigen::MatrixXd &columns, const RunContext &context = {});

} // namespace anchorscope
