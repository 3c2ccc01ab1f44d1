// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/subset.h"
#include "core/optimizers/pathstarts.h"

#include <memory>

namespace anchorscope {

/// The canonical path (core/definitions.md, 5c; ours): canonical ridge maps from the pairs so far, hubness-corrected
/// matches in both directions, the mutual ones as the next pairs, while the ridge ε falls from 60: at first a few
/// strong directions that three pairs fix, at the end every direction. Matches are cross-fitted until the share of
/// mutual ones is greatest; last iterations with all pairs follow. One start: options.start, or the seeds, with fewer
/// than three of them centroids. The only random choice on the path are the halves of cross-fitting, which no option
/// changes; self-learning and centroids draw by options.seed. Anchors of Y are fitted to the matches found (5b, λ 0.1).
/// Above maxItemsOfPath items the path is walked on the more reliable ones and its anchors applied to all. Options
/// read: seed, start, iterations, timeLimitSeconds; for sets of more items epsilon, sinkhornIterations, prune.
OptimizeSummary runCanonical(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                             const IterationCallback &onIteration);

/// The default method (core/definitions.md, 5e): runCanonical() from the seeds; if the share of mutual matches stays
/// low, also from centroids; if it is still low and both disagree, also from self-learning. The largest share wins.
/// With fewer than three seeds from centroids, then from profiles. A given options.start is the only one.
OptimizeSummary runAuto(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                        const IterationCallback &onIteration);

/// Maximum number of items of either space for which the path uses all of them.
inline constexpr Index maxItemsOfPath = 50000;
/// Number of items that the path uses if a space is larger than that; sensitivity not measured.
inline constexpr Index itemsOfLargeSet = 20000;

/// The more reliable items, on which the path of a larger set is computed. Null if all items are few enough.
std::unique_ptr<Subset> partForPath(const OptimizeInput &input);

} // namespace anchorscope
