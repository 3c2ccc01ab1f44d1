// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"

namespace anchorscope {

struct SeedProposal
{
    /// proposed pairs, the most certain first, no item twice; empty if cancelled
    std::vector<SeedPair> pairs;
    double agreement = 0; ///< share of items on whose match three runs agree, as in Verdict

    /// Minimum agreement for proposing the pairs; below it, the three runs found different alignments.
    static constexpr double minAgreement = 0.5;
};

/// Proposes at most `count` ≥ 1 pairs as seeds if no pair is known (core/definitions.md, 5g): from a run of the method
/// `auto` without seeds, the mutual matches with the greatest margins over the next best item of X. The only evidence
/// for these pairs is the agreement of three more such runs with each other, so the user checks each pair. Errors of
/// optimize().
Result<SeedProposal> proposeSeeds(const PreparedSpace &x, const PreparedSpace &y, Index count, std::uint64_t seed,
                                  const RunContext &context = {});

} // namespace anchorscope
