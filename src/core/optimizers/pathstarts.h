// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimizers/canonicalpath.h"

#include <string_view>

namespace anchorscope {

/// Starts of a path (core/definitions.md, 5c): the seeds; the mutual matches relative to matched centroids (5g); the
/// matches of self-learning from the seeds (with fewer than seedsToStart from profiles); the matches of self-learning
/// from profiles.
enum class PathStart { seeds, centroids, stochastic, profiles };
const char *pathStartId(PathStart start); ///< id of a start on the command line and in files
std::optional<PathStart> findPathStart(std::string_view id);
/// Ids of all starts, after `auto`.
std::vector<std::string> pathStartNames();

/// Computes the pairs of a start. `seed` is for the random draws of self-learning or centroids; `mayContinue` is called
/// after each iteration or draw. None if ended or cancelled.
std::optional<PathInput> beginPath(PathStart start, const PathSpaces &spaces, std::uint64_t seed,
                                   const RunContext &context, const std::function<bool()> &mayContinue = {});

/// Starts to try, and the callbacks during a run.
struct PathStarts
{
    std::string first = "auto"; ///< id of the first start, or `auto`: the seeds, with fewer than seedsOfPath the
                                ///< centroids
    bool others = false;        ///< true: with `auto`, other starts are tried if the share of mutual matches is low
    std::uint64_t seed = 0;     ///< seed of the random draws
    std::function<bool()> mayContinue; ///< callback while a start is computed; returns false to end everything
    /// Callback after every iteration; returns false to end everything.
    std::function<bool(const CanonicalStep &, PathStart)> onStep;
};

/// Path with the largest share of mutual matches.
struct BestPath
{
    PathStart start = PathStart::seeds;
    PathResult end;
};
/// Runs one path from each start that is tried; of paths with equal shares the later is returned. None if ended or
/// cancelled.
std::optional<BestPath> walkFromStarts(const PathSpaces &spaces, const PathStarts &starts, const RunContext &context);

} // namespace anchorscope
