// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/matchlists.h"
#include "core/projection/relative.h"

namespace anchorscope {

/// A found correspondence, evaluated without ground truth.
struct ScoredCorrespondence
{
    std::vector<ItemIndex> xOfY; ///< match of each item; noItem for zero rows, of either side
    MatchLists lists;            ///< lists of the best matches; empty for zero rows
};

struct ScoredLists
{
    Index count = 0;                 ///< length of the lists of best matches, as in matchLists()
    std::string candidates = "auto"; ///< search for candidates, as in OptimizeOptions; used only for a canonical run
};

/// Evaluates the correspondence xOfY that a run found (core/definitions.md, 5f): for a canonical run by CSLS in
/// canonical coordinates, as in the matching itself, otherwise by cosines of relative vectors. Zero rows are ignored.
/// Error "cancelled".
Result<ScoredCorrespondence> scoreCorrespondence(const AnchoredPair &pair, const std::vector<ItemIndex> &xOfY,
                                                 const ScoredLists &requested, const RunContext &context = {});

} // namespace anchorscope
