// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/scoredcorrespondence.h"
#include "core/projection/preprocess.h"

namespace anchorscope {

/// Item of Y whose partner the user should look up, and its candidates in X.
struct PairingSuggestion
{
    ItemIndex item = noItem;
    std::vector<Neighbour> candidates; ///< candidates for the partner, items of X, the best first
};

/// Suggests items to pair next (our own method): `count` items of Y whose matches are least certain, spread over Y. A
/// match is uncertain if it is not mutual; if there are fewer than ten times `count` such items, those of smallest
/// margin are added. k-means divides the uncertain items into `count` clusters, and the item nearest to each centroid
/// is suggested, because known pairs help most in regions without known pairs. No other measured rule did better.
/// `scored` must contain lists of candidates; `known`: items of Y with known partners. Suggests all items if Y has
/// fewer than `count`. Error "cancelled".
Result<std::vector<PairingSuggestion>> pairNext(const PreparedSpace &y, const ScoredCorrespondence &scored,
                                                const std::vector<ItemIndex> &known, Index count, std::uint64_t seed,
                                                const RunContext &context = {});

struct PairNextOptions
{
    Index items = 10;
    Index candidates = 5;        ///< number of candidates for each item, small enough to be read at a glance
    std::string search = "auto"; ///< search for candidates: "exact", "approximate" or "auto" (OptimizeOptions)
    std::uint64_t seed = 0;      ///< random seed of k-means
};

/// Suggests items for the correspondence `xOfY` of a run. Seeds count as known pairs.
Result<std::vector<PairingSuggestion>> pairNext(const AnchoredPair &pair, const std::vector<ItemIndex> &xOfY,
                                                const PairNextOptions &options, const RunContext &context = {});

} // namespace anchorscope
