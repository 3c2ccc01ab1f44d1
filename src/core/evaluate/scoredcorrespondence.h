// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/matches.h"
#include "core/projection/relative.h"

namespace anchorscope {

/// Correspondence found by a run, evaluated without ground truth.
struct ScoredCorrespondence
{
    std::vector<ItemIndex> xOfY; ///< match of each item of Y; noItem for zero rows of X or Y
    MatchLists lists;            ///< best matches of each item; empty for zero rows
};

struct ScoredLists
{
    /// Number of best matches to list for each item, as in matchLists().
    Index count = 0;
    /// Search for candidates: "exact", "approximate", "auto" (OptimizeOptions); only for runs of the canonical path.
    std::string candidates = "auto";
};

/// Scores the correspondence `xOfY` of a run (core/definitions.md, 5f), ignoring zero rows: by CSLS in canonical
/// coordinates if the run was on the canonical path, otherwise by cosines of relative vectors. Error "cancelled".
Result<ScoredCorrespondence> scoreCorrespondence(const AnchoredPair &pair, const std::vector<ItemIndex> &xOfY,
                                                 const ScoredLists &requested, const RunContext &context = {});

} // namespace anchorscope
