// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/relative.h"
#include "core/result.h"

#include <functional>

namespace anchorscope {

/// Candidate for the partner of an item of the other side.
struct Candidate
{
    ItemIndex item = noItem;
    float score = 0;  ///< cosine between the relative vectors of the candidate and the item
    float margin = 0; ///< score minus the score of the best other candidate
};

/// Finds the items of `side` that are most similar to an item of the other side, compared by their similarities to the
/// anchors: `count` items (or all, if fewer), best first. Ground truth is not read. Error "cancelled".
Result<std::vector<Candidate>> findCandidates(const AnchoredPair &pair, Side side, ItemIndex item, Index count,
                                              const RunContext &context = {});

/// Selects the first `maximum` candidates for which `mayBeChosen` returns true. Margins are computed among all
/// candidates that may be chosen; the margin of a single one is its score.
std::vector<Candidate> chooseCandidates(const std::vector<Candidate> &found, std::size_t maximum,
                                        const std::function<bool(ItemIndex)> &mayBeChosen);

} // namespace anchorscope
