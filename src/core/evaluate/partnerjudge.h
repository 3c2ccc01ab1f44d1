// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/partnerlists.h"
#include "core/projection/relative.h"

namespace anchorscope {

/// A found correspondence, judged without truth.
struct JudgedCorrespondence
{
    std::vector<ItemIndex> xOfY; ///< noItem for zero rows, of either side
    PartnerLists lists;          ///< empty for these
};

struct JudgedLists
{
    Index count = 0;                 ///< as partnerLists()
    std::string candidates = "auto"; ///< as OptimizeOptions; of a canonical run only
};

/// Judges the correspondence xOfY that a run found (core/README.md, 5f): of a canonical run by CSLS in canonical
/// coordinates, as its partners were found, else by cosines of relative vectors. Zero rows take part in nothing.
/// Error "cancelled".
Result<JudgedCorrespondence> judgeCorrespondence(const AnchoredPair &pair, const std::vector<ItemIndex> &xOfY,
                                                 const JudgedLists &wanted, const RunContext &context = {});

} // namespace anchorscope
