// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/distributedruns.h"
#include "core/optimizers/pathstarts.h"
#include "core/optimizers/spanreduction.h"

#include <algorithm>

namespace anchorscope {

// Runs of a method with some of the known pairs; the held-out ones evaluate the result.

/// Maximum number of items of each space in runs with held-out seeds; larger spaces are replaced by a part.
inline constexpr Index itemsValidated = 5000;

/// Returns the `items` most reliable items of each space and the seeds. Spaces of at most itemsValidated items are
/// returned unchanged.
PathSpaces partToValidate(PathSpaces spaces, const RunContext &context, Index items = itemsValidated);

/// Copy of the spaces with some of their seeds; `kept` contains indices of spaces.seeds.
PathSpaces withSeeds(const PathSpaces &spaces, const std::vector<std::size_t> &kept);
/// Copy of the spaces without some of their seeds; `held` contains indices of spaces.seeds, ascending.
PathSpaces withoutSeeds(const PathSpaces &spaces, const std::vector<std::size_t> &held);

/// Waits while paused. Returns false if cancelled, stopped or out of time.
bool mayContinue(const RunContext &context);

struct BestStart
{
    PathStart start = PathStart::seeds;
    CanonicalStep step;
};
/// Follows the path of a held-out run from one start; the path ends early (endShare). Returns nullopt if cancelled,
/// stopped or out of time.
std::optional<PathResult> shortPath(const PathSpaces &spaces, PathStart start, std::uint64_t seed,
                                    const RunContext &context);
/// Runs the last iterations after a path and returns the best; nullopt if cancelled, stopped or out of time.
std::optional<CanonicalStep> bestLastStep(const PathSpaces &spaces, const PathResult &end, const RunContext &context);
/// Follows the path of a run from `start` and, if `others`, the paths from more starts. Runs the last iterations after
/// the best path and returns the best of them. Returns nullopt if cancelled, stopped or out of time.
std::optional<BestStart> bestOfStarts(const PathSpaces &spaces, const std::string &start, bool others,
                                      std::uint64_t seed, const RunContext &context);

/// Number of folds into which the seeds are divided; five is usual in cross-validation.
inline constexpr std::size_t foldsOfSeeds = 5;

/// Computes a value for each of `seeds` seeds, held out in min(5, `seeds`) folds; fold f contains the seeds f, f +
/// folds, …. MPI ranks share the folds. valuesWithout(held, context) returns the values of the seeds of a fold, by a
/// run without them, or nullopt if cancelled, stopped or out of time. Returns one value per seed, or nullopt if
/// valuesWithout did.
template <class Value, class ValuesWithout>
std::optional<std::vector<Value>> crossValidate(std::size_t seeds, const RunContext &context,
                                                const ValuesWithout &valuesWithout)
{
    const std::size_t folds = std::min(seeds, foldsOfSeeds);
    std::vector<Value> values(seeds);
    const DistributedRuns schedule(context.communicator);
    for (std::size_t fold = 0; fold < folds; ++fold) {
        if (!schedule.isOwn(fold))
            continue;
        std::vector<std::size_t> held;
        for (std::size_t s = fold; s < seeds; s += folds)
            held.push_back(s);
        const std::optional<std::vector<Value>> found = valuesWithout(held, context.step(fold, folds).withoutRanks());
        if (!found || context.cancelled())
            return std::nullopt;
        for (std::size_t h = 0; h < held.size(); ++h)
            values[held[h]] = (*found)[h];
    }
    schedule.gather(values, [&](std::size_t place) { return place % folds; });
    return context.cancelled() ? std::nullopt : std::optional(std::move(values));
}

/// Returns a flag for each of the m items of Y: true if its match is confirmed, that is, found again by maps fitted
/// without this pair (core/definitions.md, 5f). `xOfY` contains the mutual match of every item of Y, or noItem. The
/// pairs are split into two halves; maps fitted with the ridge ε (`ridge`) to one half, and to the seeds of `input`,
/// find matches for the other. A match is confirmed if it is found again and mutual. Ground truth is not used. Returns
/// nullopt if cancelled. Measured on 36 pairs of spaces (calibration suite) in which 20, 40, 60 and 80 % of the items
/// have a partner. Of the items without a partner, 54, 48, 37 and 21 % have a mutual match, and 18, 17, 16 and 10 % a
/// confirmed one. Of the correct matches, 89 to 94 % are confirmed. On 7 of these pairs of spaces, the ridge was
/// varied. With a quarter of ε, 4 to 10 % of the items without a partner have a confirmed match, and 70 to 83 % of the
/// correct matches are confirmed; with four times ε, 11 to 23 % and 94 to 98 %. `spans`: spans of the input's spaces;
/// null: computed.
std::optional<std::vector<bool>> confirmedMatches(const OptimizeInput &input, const std::vector<ItemIndex> &xOfY,
                                                  double ridge, const RunContext &context = {},
                                                  const SpanReduction *spans = nullptr);

} // namespace anchorscope
