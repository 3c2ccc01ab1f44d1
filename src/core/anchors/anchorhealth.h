// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// Coverage of a space by a set of anchors (core/definitions.md, 10).
struct AnchorHealth
{
    Matrix gram;                ///< k × k cosines between anchors
    double conditionNumber = 0; ///< σ_max / σ_min of the k × d anchors; infinity if rank-deficient
    double effectiveRank = 0;   ///< exp(entropy of the singular values divided by their sum), in [1, min(k, d)]
    double spaceRank = 0;       ///< effective rank of 1,000 items evenly through the space, the limit for anchors
    double coverage = 0;        ///< mean over all items of the largest |cosine| to an anchor, in [0, 1]
    Vector itemCoverage;        ///< n: largest |cosine| of each item, for colouring the points
    struct NearDuplicate
    {
        Index first, second; ///< positions of two anchors, first < second
        float cosine;
    };
    std::vector<NearDuplicate> nearDuplicates; ///< pairs of anchors with cosine above `duplicateAbove`, most similar
                                               ///< first
};

struct AnchorHealthOptions
{
    float duplicateAbove = 0.95f;
};

/// Measures how well anchors cover a space. items: n × d unit rows; anchors: k × d unit rows, k ≥ 1. The Gram matrix is
/// empty if cancelled.
AnchorHealth anchorHealth(const MatrixView &items, const MatrixView &anchors, const AnchorHealthOptions &options = {},
                          const RunContext &context = {});

/// Contribution of each anchor: MRR of all anchors minus MRR without it, both from X to Y on the same random sample of
/// pairs (queries and targets alike). rx: n × k, ry: m × k relative vectors. k values, or empty with fewer than 2 pairs
/// or if the context was cancelled. The measure is ours.
std::vector<double> leaveOneOutValues(const Matrix &rx, const Matrix &ry, const Correspondence &pairing, Index sample,
                                      std::uint64_t seed, const RunContext &context = {});

} // namespace anchorscope
