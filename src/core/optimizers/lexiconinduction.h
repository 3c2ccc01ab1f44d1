// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <utility>
#include <vector>

namespace anchorscope {

/// Matches between two sets of unit vectors in the same space, found without known pairs.
struct Induction
{
    std::vector<ItemIndex> yOfX;
    std::vector<ItemIndex> xOfY;
    /// objective ½ (mean_i max_j S_ij + mean_j max_i S_ij) of the similarities S of all candidates
    double objective = 0;
};

struct InductionOptions
{
    int neighbours = 10; ///< number of neighbours for the hubness correction (CSLS: Conneau et al., ICLR 2018)
    double keep = 1;     ///< probability with which each candidate is considered (Artetxe et al., ACL 2018)
    std::uint64_t seed = 0;
    /// index of this iteration, on which the random numbers depend
    std::uint64_t iteration = 0;
};

/// Finds matches repeatedly for sets of the same sizes. It keeps the memory of two n × m matrices, because allocating
/// them again would take as long as computing the product.
class Inducer
{
public:
    /// Finds matches in both directions by CSLS: the match of row i of x (n × d) is the row j of y (m × d) with the
    /// greatest S_ij − ½ r_j, where r_j is j's mean similarity to its nearest rows of x. Empty if cancelled.
    Induction induce(const Matrix &x, const Matrix &y, const InductionOptions &options, const RunContext &context);

private:
    /// Computes the similarities once for both directions, so that both have the same bits.
    void multiply(const Matrix &x, const Matrix &y, const RunContext &context);

    Matrix m_forward, m_backward; ///< similarities x·yᵀ, and their transpose
};

/// Matches of both directions as one list of pairs: rows of x, and the matching rows of y.
std::pair<std::vector<ItemIndex>, std::vector<ItemIndex>> allPairs(const Induction &induction);

/// Returns the matrix with orthonormal columns (or rows) nearest to `from`: UVᵀ of its thin singular value
/// decomposition, by Newton–Schulz iterations. Directions with very low singular values become (nearly) zero.
Matrix orthonormalPart(const MatrixD &from);

} // namespace anchorscope
