// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <optional>
#include <vector>

namespace anchorscope {

/// Assignment of least total cost: the column assigned to each row of `cost` (c × c). Shortest augmenting paths with
/// potentials (Kuhn 1955; Jonker & Volgenant, Computing 1987), O(c³). Ties prefer the lowest index.
std::vector<Index> linearAssignment(const MatrixD &cost);

/// Solution of a quadratic assignment problem: for each row of matrix a the assigned row of matrix b.
struct QuadraticAssignment
{
    std::vector<Index> rowOfB;
    double objective = 0;
};

/// Maximizes Σ_ij a_ij · b_p(i)p(j) + Σ_i linear_ip(i) over the permutations p; a and b are symmetric c × c, linear is
/// c × c. Each restart runs the Frank–Wolfe algorithm over doubly stochastic matrices (FAQ: Vogelstein et al., PLOS ONE
/// 2015) from the mean of the constant matrix 1/c and a random permutation matrix. Then it makes the best exchange of
/// two assigned rows until none improves the objective. Returns the best result of all restarts: a local optimum, not
/// always the global one. Identical for any number of threads. Returns nullopt if cancelled.
std::optional<QuadraticAssignment> quadraticAssignment(const MatrixD &a, const MatrixD &b, const MatrixD &linear,
                                                       Index restarts, std::uint64_t seed,
                                                       const RunContext &context = {});

} // namespace anchorscope
