// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/distributedruns.h"
#include "core/optimizers/pathstarts.h"

#include <algorithm>

namespace anchorscope {

// Runs of the method with a part of the known pairs, so that the others can evaluate the result.

/// Number of items of each space that these runs use of a large set; sensitivity not measured.
inline constexpr Index itemsValidated = 5000;

/// Returns all items, or of large spaces the itemsValidated more reliable items of each and the seeds.
PathSpaces partToValidate(PathSpaces spaces, const RunContext &context);

/// A copy of the spaces with some of their seeds, by position.
PathSpaces withSeeds(const PathSpaces &spaces, const std::vector<std::size_t> &kept);

/// Result of the method `canonical`, or with `others` of `auto`, and the start that it came from.
struct BestStart
{
    PathStart start = PathStart::seeds;
    CanonicalStep step;
};
/// Returns the end of the best path of a run (start, others, seed: PathStarts). None if cancelled, stopped or out of
/// time.
std::optional<BestPath> bestPathOf(const PathSpaces &spaces, const std::string &start, bool others, std::uint64_t seed,
                                   const RunContext &context);
/// Like bestPathOf(), followed by the last steps; returns the best of them.
std::optional<BestStart> bestOfStarts(const PathSpaces &spaces, const std::string &start, bool others,
                                      std::uint64_t seed, const RunContext &context);

/// Number of folds of the seeds: the usual number of cross-validation.
inline constexpr std::size_t foldsOfSeeds = 5;

/// Computes a value for each of `seeds` held-out seeds in min(5, s) folds (every fifth); each rank computes its share
/// of the folds. mapsWithout(kept, context) returns the maps of a run from some of the seeds, none if it was cancelled,
/// stopped or out of time; lookupWith(maps) is called for each of them, and its result is called with the position of
/// each held-out seed and returns a Value. One value for each seed; none if a run returned none.
template <class Value, class MapsWithout, class LookupWith>
std::optional<std::vector<Value>> crossValidate(std::size_t seeds, const RunContext &context,
                                                const MapsWithout &mapsWithout, const LookupWith &lookupWith)
{
    const std::size_t folds = std::min(seeds, foldsOfSeeds);
    std::vector<Value> values(seeds);
    const DistributedRuns schedule(context.communicator);
    for (std::size_t fold = 0; fold < folds; ++fold) {
        if (!schedule.isOwn(fold))
            continue;
        std::vector<std::size_t> kept;
        for (std::size_t s = 0; s < seeds; ++s) {
            if (s % folds != fold)
                kept.push_back(s);
        }
        const auto from = static_cast<double>(fold) / static_cast<double>(folds);
        const std::optional<CanonicalMaps> maps =
            mapsWithout(kept, context.part(from, from + 1 / static_cast<double>(folds)).withoutRanks());
        if (!maps)
            return std::nullopt;
        const auto valueOf = lookupWith(*maps);
        for (std::size_t s = fold; s < seeds && !context.cancelled(); s += folds)
            values[s] = valueOf(s);
    }
    schedule.gather(values, [&](std::size_t place) { return place % folds; });
    return context.cancelled() ? std::nullopt : std::optional(std::move(values));
}

/// Flags matches that are found again by maps fitted without their own pair (core/definitions.md, 5f). `xOfY`: the
/// match of every item of Y, noItem if it has none or is not mutual. The pairs are split into two halves; maps fitted
/// to one (and to the seeds of `input`) with this ε search the matches of the other. A match is confirmed if it is
/// found again and mutual. Ground truth is not read. m values; none if cancelled. Measured on the calibration suite's
/// 36 pairs of which 20, 40, 60 and 80% have a partner: of the items without one 54, 48, 37 and 21% have a mutual
/// match, 18, 17, 16 and 10% a confirmed one; 89 to 94% of the correct matches are confirmed. A quarter of ε confirms 4
/// to 10 and 70 to 83%, four times ε 11 to 23 and 94 to 98% (7 of these pairs).
std::optional<std::vector<bool>> confirmedMatches(const OptimizeInput &input, const std::vector<ItemIndex> &xOfY,
                                                  double ridge, const RunContext &context = {});

} // namespace anchorscope
