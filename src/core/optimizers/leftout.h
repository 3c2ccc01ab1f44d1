// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimizers/pathstarts.h"

namespace anchorscope {

// Runs of the engine that are given a part of what is known, so that the rest can judge what they find.

/// Of large sets these runs take so many items of each space; sensitivity not measured.
inline constexpr Index itemsJudged = 5000;

/// All items where they are few enough; else the seeds and the more reliable items, itemsJudged of each space (or all
/// seeds where they are more).
PathSpaces partToJudge(PathSpaces spaces, const RunContext &context);

/// The spaces with some of their seeds, by position.
PathSpaces withSeeds(const PathSpaces &spaces, const std::vector<std::size_t> &kept);

/// What a run of `canonical`, or with `others` of `auto`, would end at, and its start.
struct BestStart
{
    PathStart start = PathStart::seeds;
    CanonicalStep step;
};
/// Walks the paths of a run (start, others, seed: PathStarts) and keeps the best of the last steps. None if cancelled,
/// stopped or out of time.
std::optional<BestStart> bestOfStarts(const PathSpaces &spaces, const std::string &start, bool others,
                                      std::uint64_t seed, const RunContext &context);

} // namespace anchorscope
