// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// Measures of how well a set of anchors covers a space (core/definitions.md, 10).
struct AnchorHealth
{
    /// cosines between all pairs of anchors, k × k
    Matrix gram;
    /// Ratio σ_max / σ_min of the singular values of the k × d matrix of anchors; infinity if rank-deficient.
    double conditionNumber = 0;
    /// Effective rank of the anchors: exp(entropy of the singular values divided by their sum), in [1, min(k, d)].
    double effectiveRank = 0;
    double spaceRank = 0; ///< effective rank of at most 1,000 evenly chosen items; that of the anchors is usually lower
    double coverage = 0;  ///< mean over all items of the largest |cosine| between the item and an anchor, in [0, 1]
    Vector itemCoverage;  ///< for each of the n items, its largest |cosine| with any anchor
    struct NearDuplicate
    {
        Index first, second; ///< positions of two anchors, first < second
        float cosine;
    };
    std::vector<NearDuplicate> nearDuplicates; ///< pairs of anchors with cosine > `duplicateAbove`, most similar first
};

struct AnchorHealthOptions
{
    float duplicateAbove = 0.95f;
};

/// Measures how well anchors (k × d, k ≥ 1) cover items (n × d), both unit rows. Everything is empty or 0 if cancelled.
AnchorHealth anchorHealth(const MatrixView &items, const MatrixView &anchors, const AnchorHealthOptions &options = {},
                          const RunContext &context = {});

/// Contribution of each of the k anchors to retrieval (our measure): MRR with all anchors minus MRR without this one,
/// from X to Y, on a random sample of pairs. `rx`, `ry`: n × k, m × k. Empty with fewer than 2 pairs or if cancelled.
std::vector<double> leaveOneOutValues(const Matrix &rx, const Matrix &ry, const Correspondence &pairing, Index sample,
                                      std::uint64_t seed, const RunContext &context = {});

} // namespace anchorscope
