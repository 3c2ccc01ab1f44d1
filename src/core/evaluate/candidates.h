// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/relative.h"
#include "core/result.h"

#include <functional>

namespace anchorscope {

struct Candidate
{
    ItemIndex item = noItem;
    float score = 0;  ///< cosine between the relative vectors of the candidate and the item
    float margin = 0; ///< score minus that of the best other candidate
};

/// Items of `side` that are most similar to an item of the other side. Similarity is the cosine of relative vectors.
/// Returns `count` items (all, if fewer), best first. Ground truth is not read. Error "cancelled".
Result<std::vector<Candidate>> findCandidates(const AnchoredPair &pair, Side side, ItemIndex item, Index count,
                                              const RunContext &context = {});

/// First `maximum` candidates for which `mayBeChosen` returns true. Margins are computed among all such candidates; the
/// margin of a single one is its score.
std::vector<Candidate> chooseCandidates(const std::vector<Candidate> &found, std::size_t maximum,
                                        const std::function<bool(ItemIndex)> &mayBeChosen);

} // namespace anchorscope
