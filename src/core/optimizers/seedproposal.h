// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"

namespace anchorscope {

/// Pairs proposed to the user as seeds.
struct SeedProposal
{
    std::vector<SeedPair> pairs; ///< proposed pairs, the most certain first, no item twice; empty if cancelled
    double agreement = 0;        ///< agreement of three runs on the matches, as in Verdict

    /// Minimum agreement: below it the three runs found three alignments, and none is preferable.
    static constexpr double minAgreement = 0.5;
};

/// Proposes at most `count` ≥ 1 pairs without a single known one (core/definitions.md, 5g): aligns the spaces by `auto`
/// with no seeds and takes those mutual matches that lead the next best item of X by the widest margin. The agreement
/// is the only evidence that they are correct: the user checks them and accepts or rejects each. Errors of optimize().
Result<SeedProposal> proposeSeeds(const PreparedSpace &x, const PreparedSpace &y, Index count, std::uint64_t seed,
                                  const RunContext &context = {});

} // namespace anchorscope
