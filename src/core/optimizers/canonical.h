// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/subset.h"
#include "core/optimizers/pathstarts.h"

#include <memory>

namespace anchorscope {

/// Finds anchors by the canonical path (core/definitions.md, 5c; our own method). Each iteration fits canonical ridge
/// maps to the current pairs, finds hubness-corrected matches in both directions, and takes the mutual ones as the next
/// pairs. The ridge ε begins at 60 and falls. At first the maps contain a few strong directions, which three pairs
/// suffice to determine; at the end they contain all directions. Matches are cross-fitted (found by maps fitted without
/// them) until the share of mutual ones is greatest; the last iterations use all pairs. The path begins from
/// options.start; “auto” means the seeds, or centroids with fewer than three seeds. For cross-fitting, pairs are halved
/// at random, independently of options.seed, which only self-learning and centroids use. Anchors of Y are fitted to the
/// matches found (5b, λ 0.1). For sets of more than maxItemsOfWholePath items, a run on the more reliable ones comes
/// first, and its matches are continued on all items. For sets of more than maxItemsOfPath items, only the more
/// reliable ones take part, and the maps are applied to all. Options used: seed, start, iterations, timeLimitSeconds;
/// for larger sets also epsilon, sinkhornIterations, prune.
OptimizeSummary runCanonical(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                             const IterationCallback &onIteration);

/// Finds anchors by the default method (core/definitions.md, 5e). It follows the canonical path from the seeds; if the
/// share of mutual matches stays low, also from centroids; if it is still low and the two results differ, also from
/// self-learning. The path with the largest share wins. With fewer than three seeds it tries centroids, then profiles.
/// If options.start is given, only this start is tried.
OptimizeSummary runAuto(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                        const IterationCallback &onIteration);

/// Number of items of a space above which a run on a part of them comes first; sensitivity not measured.
inline constexpr Index maxItemsOfWholePath = 15000;
/// Number of the more reliable items of each space in that part. On 20,000 words, in three draws, 0.471, 0.467 and
/// 0.457 of the matches are correct in half the time; without the part 0.467, 0.464 and 0.456. With 6,000 a run takes
/// three quarters of that time; but on the same words, scaled to unit length and in another order, one of two draws has
/// 0.14 instead of 0.47 (with 8,000, one of three).
inline constexpr Index itemsOfPartOfPath = 10000;
/// Maximum number of items of a space for which the canonical path uses all items.
inline constexpr Index maxItemsOfPath = 50000;
/// Number of items of each space that the path uses if a space has more than maxItemsOfPath; sensitivity not measured.
inline constexpr Index itemsOfLargeSet = 20000;

/// Items of both spaces for the canonical path of a large set. Null if no space has more than maxItemsOfPath items.
std::unique_ptr<Subset> partForPath(const OptimizeInput &input);

} // namespace anchorscope
