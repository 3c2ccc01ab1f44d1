// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/scoredcorrespondence.h"
#include "core/projection/preprocess.h"

namespace anchorscope {

/// An item of Y whose partner is worth looking up, and its candidates in X.
struct PairingSuggestion
{
    ItemIndex item = noItem;
    std::vector<Neighbour> candidates; ///< items of X, the best first
};

/// Suggests which items to pair next (ours): `count` items of Y whose match is least certain, spread over Y. Uncertain
/// items are those whose match is not mutual; if these are fewer than ten times `count`, also those with the smallest
/// margins. They are grouped into `count` clusters (k-means), and the item nearest to each centroid is taken: known
/// pairs help most where the run has none, and no more elaborate choice that was measured did better than a spread one.
/// `scored`: with lists of candidates; `known`: items of Y whose partners are known. All of Y, if fewer. Error
/// "cancelled".
Result<std::vector<PairingSuggestion>> pairNext(const PreparedSpace &y, const ScoredCorrespondence &scored,
                                                const std::vector<ItemIndex> &known, Index count, std::uint64_t seed,
                                                const RunContext &context = {});

struct PairNextOptions
{
    Index items = 10;
    Index candidates = 5;        ///< of each item; as many as can be read at a glance
    std::string search = "auto"; ///< for candidates, as OptimizeOptions::candidates
    std::uint64_t seed = 0;      ///< for k-means
};

/// Like the overload above, for the correspondence xOfY that a run found; the seeds among the anchors are known.
Result<std::vector<PairingSuggestion>> pairNext(const AnchoredPair &pair, const std::vector<ItemIndex> &xOfY,
                                                const PairNextOptions &options, const RunContext &context = {});

} // namespace anchorscope
