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

/// Which found partners maps find again that their own pair had no part in (core/README.md, 5f). `xOfY`: the partner of
/// every item of Y, noItem where it has none or is not mutual. The pairs are split into two halves; maps fitted to one
/// (and to the seeds of `input`) with this ε look for the partners of the other. A partner is confirmed if it is found
/// again and mutual. No truth is read. m values; none if cancelled. Measured on the calibration
/// suite's 36 pairs of which 20, 40, 60 and 80 % have a partner: of the items without one 54, 48, 37 and 21 % have a
/// mutual partner, 18, 17, 16 and 10 % a confirmed one; 89 to 94 % of the right partners are confirmed. A quarter of ε
/// confirms 4 to 10 and 70 to 83 %, four times ε 11 to 23 and 94 to 98 % (7 of these pairs).
std::optional<std::vector<bool>> confirmedPartners(const OptimizeInput &input, const std::vector<ItemIndex> &xOfY,
                                                   double ridge, const RunContext &context = {});

} // namespace anchorscope
