// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/relative.h"
#include "core/result.h"

#include <functional>

namespace anchorscope {

/// A candidate for the partner of the query item.
struct Candidate
{
    ItemIndex item = noItem;
    float score = 0;  ///< score of the candidate: cosine of the relative vectors
    float margin = 0; ///< margin: score minus that of the best other item
};

/// The `count` items of `side` (or all, if fewer) that are most similar to an item of the other side relative to the
/// anchors, best first. Ground truth is not read. Error "cancelled".
Result<std::vector<Candidate>> findCandidates(const AnchoredPair &pair, Side side, ItemIndex item, Index count,
                                              const RunContext &context = {});

/// Selects the first `maximum` of the selectable candidates, with margins among all selectable ones; the margin of a
/// single one is its score.
std::vector<Candidate> chooseCandidates(const std::vector<Candidate> &found, std::size_t maximum,
                                        const std::function<bool(ItemIndex)> &mayBeChosen);

} // namespace anchorscope
