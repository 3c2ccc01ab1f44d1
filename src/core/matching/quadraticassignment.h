// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <optional>
#include <vector>

namespace anchorscope {

/// Finds the assignment of least total cost: for each row of the square matrix its column. Uses shortest augmenting
/// paths with potentials (Kuhn 1955; Jonker & Volgenant, Computing 1987), O(c³). Equals go to the lowest index.
std::vector<Index> linearAssignment(const MatrixD &cost);

/// Assignment of a row of b to every row of a.
struct QuadraticAssignment
{
    std::vector<Index> rowOfB;
    double objective = 0;
};

/// Maximizes Σ_ij a_ij · b_p(i)p(j) + Σ_i linear_ip(i) over the permutations p; a and b are symmetric c × c, linear is
/// c × c. Frank–Wolfe over doubly stochastic matrices (FAQ: Vogelstein et al., PLOS ONE 2015), each start half the flat
/// matrix and half a random permutation, then the best exchange of two as long as one improves. Returns the best of
/// `restarts` results: a local optimum, not always the global one. Identical for any number of threads. None if
/// cancelled.
std::optional<QuadraticAssignment> quadraticAssignment(const MatrixD &a, const MatrixD &b, const MatrixD &linear,
                                                       Index restarts, std::uint64_t seed,
                                                       const RunContext &context = {});

} // namespace anchorscope
