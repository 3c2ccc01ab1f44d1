// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/partnerjudge.h"
#include "core/projection/preprocess.h"

namespace anchorscope {

/// An item of Y that it is worth to look up the partner of, and the items of X that it may be.
struct ItemToPair
{
    ItemIndex item = noItem;
    std::vector<Neighbour> candidates; ///< of X, the best first
};

/// Which items to pair next (ours): `count` items of Y whose match says least, spread over Y. Unsure are items whose
/// match is not mutual; where these are fewer than ten times `count`, also those of the least margins. They are put
/// into `count` clusters (k-means), and the item nearest to each centroid is taken: known pairs help most where the run
/// has none, and a spread choice was as good as any cleverer one that was measured. `judged`: with lists of candidates;
/// `known`: items of Y whose partners are known. Fewer where there are fewer. Error "cancelled".
Result<std::vector<ItemToPair>> pairNext(const PreparedSpace &y, const JudgedCorrespondence &judged,
                                         const std::vector<ItemIndex> &known, Index count, std::uint64_t seed,
                                         const RunContext &context = {});

} // namespace anchorscope
