// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

namespace anchorscope {

enum class Factorization { done, notPositive, cancelled };

/// Replaces the lower triangle of a symmetric matrix (d × d; the upper one is not read) by L, matrix = L Lᵀ. Parallel,
/// asks every few milliseconds whether it is cancelled; bitwise the same for any number of threads. After anything but
/// `done` the matrix is rubbish.
Factorization factorize(Eigen::MatrixXd &matrix, const RunContext &context = {});

/// L⁻¹ · columns for the lower triangle L (d × d) of such a matrix, in place; columns: d × k. False if cancelled.
bool solveLower(const Eigen::MatrixXd &lower, Eigen::MatrixXd &columns, const RunContext &context = {});
/// L⁻ᵀ · columns.
bool solveLowerTransposed(const Eigen::MatrixXd &lower, Eigen::MatrixXd &columns, const RunContext &context = {});

} // namespace anchorscope
