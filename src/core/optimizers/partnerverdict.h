// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/partnershare.h"
#include "core/alignment/subset.h"
#include "core/optimizers/pathspace.h"

namespace anchorscope {

/// Results for the held-out seeds of a verdict, which are numbered as in PathSpaces::seeds.
struct FoundSeeds
{
    std::vector<bool> found;
    /// whether the run without the seed ended with a similar share of mutual matches as the result; others do not count
    std::vector<bool> comparable;
    std::vector<Index> suspects; ///< seeds that are probably wrong; ascending
    std::vector<Index> doubtful; ///< seeds that may be wrong, including `suspects`

    /// share of mutual matches in the result, found by maps fitted without them; nullopt if unknown
    std::optional<double> mutualShare;

    struct Counts
    {
        Index found = 0, held = 0;
    };
    /// Number of comparable seeds that were found, and of all comparable ones, not counting the seeds in `some`.
    Counts countsWithout(const std::vector<Index> &some) const;
    /// Estimates the share of correct matches if all items have a partner, from the comparable seeds not in `some`.
    ShareEstimate estimateWithout(const std::vector<Index> &some) const;
    /// Probability densities of the share of correct matches among items with a partner, from the comparable seeds not
    /// in `some`. One is for the case that all items have a partner and uses the share of mutual matches; the other is
    /// for the case that some have none, in which that share is not informative.
    CorrectDensities densitiesWithout(const std::vector<Index> &some) const;
};

/// Extends a verdict “aligned” to all items, of which some may have no partner (core/definitions.md, 5e): estimates how
/// many have one, the share of correct matches, and the probability that each match is correct. `large`: part of large
/// spaces that the canonical path used, otherwise null. Returns false if cancelled.
bool extendToPartners(const OptimizeInput &input, const PathSpaces &spaces, const Subset *large,
                      const OptimizeSummary &result, const FoundSeeds &heldOut, Verdict &verdict,
                      const RunContext &context);

} // namespace anchorscope
