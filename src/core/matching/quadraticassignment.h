// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <optional>
#include <vector>

namespace anchorscope {

/// Finds the assignment of least total cost. `cost` is a square matrix, c × c; the result contains the column assigned
/// to each row. Uses shortest augmenting paths with potentials (Kuhn 1955; Jonker & Volgenant, Computing 1987), O(c³).
/// Among equal costs the lowest index is preferred.
std::vector<Index> linearAssignment(const MatrixD &cost);

/// Solution of a quadratic assignment problem: the row of matrix b that is assigned to each row of matrix a.
struct QuadraticAssignment
{
    std::vector<Index> rowOfB;
    double objective = 0;
};

/// Maximizes Σ_ij a_ij · b_p(i)p(j) + Σ_i linear_ip(i) over the permutations p; a and b are symmetric c × c, linear is
/// c × c. Each restart runs the Frank–Wolfe algorithm over doubly stochastic matrices (FAQ: Vogelstein et al., PLOS ONE
/// 2015), from the mean of the constant matrix 1/c and a random permutation matrix. Then it exchanges two assigned
/// rows, the best exchange first, as long as this improves the objective. Returns the best result of all restarts: a
/// local optimum, not always the global one. Identical for any number of threads. Returns nullopt if cancelled.
std::optional<QuadraticAssignment> quadraticAssignment(const MatrixD &a, const MatrixD &b, const MatrixD &linear,
                                                       Index restarts, std::uint64_t seed,
                                                       const RunContext &context = {});

} // namespace anchorscope
