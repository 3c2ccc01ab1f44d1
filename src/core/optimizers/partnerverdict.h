// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/partnershare.h"
#include "core/alignment/subset.h"
#include "core/optimizers/pathspace.h"

namespace anchorscope {

/// Held-out seeds of a verdict, numbered as in PathSpaces::seeds.
struct FoundSeeds
{
    std::vector<bool> found;           ///< true: the seed was matched to its partner
    std::vector<Index> suspects;       ///< seeds that are probably wrong; ascending
    std::vector<Index> doubtful;       ///< seeds that may be wrong, including all suspects
    std::optional<double> mutualShare; ///< cross-fitted share of mutual matches of the result; none: unknown

    /// Number of held-out seeds that were found, not counting some of them.
    Index foundWithout(const std::vector<Index> &some) const;
    /// Estimate of the share of correct matches without some seeds, as if all items had a partner.
    ShareEstimate estimateWithout(const std::vector<Index> &some) const;
    /// Densities of the share of correct matches among items with a partner, without some seeds. If some items have
    /// none, the share of mutual matches contains nothing about it.
    CorrectDensities densitiesWithout(const std::vector<Index> &some) const;
};

/// Extends a verdict *aligned* to all items, of which some may have no partner (core/definitions.md, 5e): estimates how
/// many have one, the share of correct matches among these and among all, and the probability of each match. `large`:
/// the part of large spaces that the path was walked on. False if cancelled.
bool extendToPartners(const OptimizeInput &input, const PathSpaces &spaces, const Subset *large,
                      const OptimizeSummary &result, const FoundSeeds &heldOut, Verdict &verdict,
                      const RunContext &context);

} // namespace anchorscope
