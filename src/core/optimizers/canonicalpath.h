// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/cslsmatches.h"
#include "core/optimizers/pathspace.h"

#include <functional>
#include <optional>

namespace anchorscope {

/// One iteration of the path.
struct CanonicalStep
{
    double ridge = 0;
    WeightedPairs pairs; ///< that the maps are fitted to
    PairMoments moments; ///< sums over all pairs
    CanonicalMaps maps;  ///< from all pairs; empty if matches are cross-fitted
    CslsMatches matches;
    bool crossFitted = false; ///< each item's partner was found by maps that its own pair had no part in
    double mutualShare = 0;   ///< mutual partners among min(n, m), seeds left out
    double changed = 1;       ///< share of Y's items whose partner is another than before
    double seconds = 0;       ///< duration of the search for matches
};
/// Sees a step; false ends the path.
using OnCanonicalStep = std::function<bool(const CanonicalStep &)>;

/// More than twice the levels of the path: it ends by itself.
inline constexpr int canonicalIterations = 60;

/// With fewer seeds than this the path cannot start from them.
inline constexpr Index seedsOfPath = 3;

/// The place among the falling ridges of the path to begin at: from 50 seeds on the level at which left-out fifths of
/// the seeds are found best (mean reciprocal rank), else 0. None if cancelled.
std::optional<std::size_t> firstCanonicalLevel(const Matrix &x, const Matrix &y, const WeightedPairs &seeds,
                                               const RunContext &context);

/// Start of a path: the pairs of its first iteration and the position of its first level.
struct PathInput
{
    WeightedPairs pairs;
    std::size_t level = 0;
};

/// Best iteration of a path.
struct PathResult
{
    WeightedPairs pairs;   ///< found in the best iteration
    std::size_t level = 0; ///< at which it did
    double share = -1;     ///< share of mutual matches, cross-fitted
};

/// The partners that maps find. None if cancelled.
std::optional<CslsMatches> matchesBy(const PathSpaces &spaces, const CanonicalMaps &maps, const RunContext &context);

/// Walks the levels while the cross-fitted share of mutual partners grows. `onStep` sees every iteration. None if it
/// was ended or cancelled.
std::optional<PathResult> walkCanonicalPath(const PathSpaces &spaces, const PathInput &begin, const RunContext &context,
                                            const OnCanonicalStep &onStep);

/// The last iterations, with all pairs in one map: from where the path was best to a quarter of its ridge. The result
/// is the one of them with the largest share of mutual partners. False if it was ended or cancelled.
bool finishCanonicalPath(const PathSpaces &spaces, const PathResult &end, const RunContext &context,
                         const OnCanonicalStep &onStep);

} // namespace anchorscope
