// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <utility>
#include <vector>

namespace anchorscope {

/// Matches of two sets of unit vectors in one space, induced from similarities alone.
struct Induction
{
    std::vector<ItemIndex> yOfX; ///< for each row of x its match among the rows of y
    std::vector<ItemIndex> xOfY;
    double objective = 0; ///< objective ½ (mean_i max_j S + mean_j max_i S), without dropped candidates
};

struct InductionOptions
{
    int neighbours = 10; ///< number of neighbours of the hubness correction (CSLS: Conneau et al., ICLR 2018)
    double keep = 1;     ///< probability that a candidate similarity takes part (Artetxe et al., ACL 2018)
    std::uint64_t seed = 0;
    std::uint64_t iteration = 0; ///< number of the iteration; together with seed, i and j the key of a random draw
};

/// Induces matches repeatedly for sets of the same sizes. Keeps its memory, two n × m matrices (fresh pages would cost
/// as much as the product).
class Inducer
{
public:
    /// Finds the nearest matches in both directions by CSLS: S_ij − ½ r_j, r_j the mean similarity of j to its nearest
    /// neighbours on the other side. x: n × d, y: m × d. Empty if cancelled.
    Induction induce(const Matrix &x, const Matrix &y, const InductionOptions &options, const RunContext &context);

private:
    /// Computes one product for both directions: an entry is summed in the same order either way.
    void multiply(const Matrix &x, const Matrix &y, const RunContext &context);

    Matrix m_forward, m_backward; ///< similarities of the rows of x to those of y, and the reverse
};

/// Pairs of both directions: rows of x, and the row of y that belongs to each.
std::pair<std::vector<ItemIndex>, std::vector<ItemIndex>> allPairs(const Induction &induction);

/// Nearest matrix with orthonormal columns (or rows) to a given one: UVᵀ of the thin singular value decomposition of
/// `from`, over its numerical rank only; directions far below the greatest singular value stay (nearly) zero. By
/// Newton–Schulz iterations, so its cost is a few small products.
Matrix orthonormalPart(const MatrixD &from);

} // namespace anchorscope
