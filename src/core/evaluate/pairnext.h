// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/scoredcorrespondence.h"
#include "core/projection/preprocess.h"

namespace anchorscope {

/// An item of Y whose partner is worth looking up, and its candidates in X.
struct PairingSuggestion
{
    ItemIndex item = noItem;
    std::vector<Neighbour> candidates; ///< candidate items of X, the best first
};

/// Suggests which items to pair next (ours): `count` items of Y whose match is least certain, spread over Y. Uncertain
/// items are those whose match is not mutual; if these are fewer than ten times `count`, also those with the smallest
/// margins. They are grouped into `count` clusters (k-means), and the item nearest to each centroid is chosen: known
/// pairs help most where the run has none, and no other measured rule did better than spreading the items. `scored`:
/// with lists of candidates; `known`: items of Y with known partners. If Y has fewer items, all of them. Error
/// "cancelled".
Result<std::vector<PairingSuggestion>> pairNext(const PreparedSpace &y, const ScoredCorrespondence &scored,
                                                const std::vector<ItemIndex> &known, Index count, std::uint64_t seed,
                                                const RunContext &context = {});

struct PairNextOptions
{
    Index items = 10;
    Index candidates = 5;        ///< number of candidates for each item; few enough to be read at a glance
    std::string search = "auto"; ///< search for candidates, as in OptimizeOptions::candidates
    std::uint64_t seed = 0;      ///< random seed of k-means
};

/// Suggests items to pair next for the correspondence xOfY that a run found; the seeds among the anchors are known.
Result<std::vector<PairingSuggestion>> pairNext(const AnchoredPair &pair, const std::vector<ItemIndex> &xOfY,
                                                const PairNextOptions &options, const RunContext &context = {});

} // namespace anchorscope
