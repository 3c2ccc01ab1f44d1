// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/cslsmatches.h"
#include "core/optimizers/pathspace.h"

#include <functional>
#include <optional>

namespace anchorscope {

/// One iteration of the canonical path.
struct CanonicalStep
{
    double ridge = 0;
    WeightedPairs pairs; ///< pairs that the maps are fitted to
    PairMoments moments; ///< moments summed over all pairs
    CanonicalMaps maps;  ///< maps fitted to all pairs; empty if matches are cross-fitted
    CslsMatches matches;
    bool crossFitted = false; ///< true if each item's match was found by maps fitted without its own pair
    double mutualShare = 0;   ///< share of mutual matches among min(n, m), without the seeds
    double changed = 1;       ///< share of Y's items whose match differs from the previous iteration
    double seconds = 0;       ///< duration of the search for matches
};
/// Callback after each step; returns false to end the path.
using OnCanonicalStep = std::function<bool(const CanonicalStep &)>;

/// Limit of iterations, more than twice the levels of the path, which ends earlier.
inline constexpr int canonicalIterations = 60;

/// Minimum number of seeds to start the path from.
inline constexpr Index seedsOfPath = 3;

/// Cross-fitted share of mutual matches from which the pairs of a path are clean, so that no other start is tried.
/// Alignments of words, digits and the hard pair that were wrong had 0.28 to 0.57, correct ones 0.74 to 0.93.
inline constexpr double cleanShare = 0.7;

/// Position of the first level among the falling ridges of the path: with 50 seeds or more the level at which held-out
/// fifths of the seeds get the best mean reciprocal rank, otherwise 0. None if cancelled.
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
    WeightedPairs pairs;   ///< pairs found in the best iteration
    std::size_t level = 0; ///< ridge level of the best iteration, by position
    double share = -1;     ///< cross-fitted share of mutual matches
};

/// Finds the matches of all items by given maps. None if cancelled.
std::optional<CslsMatches> matchesBy(const PathSpaces &spaces, const CanonicalMaps &maps, const RunContext &context);

/// Walks the path through its ridge levels while the cross-fitted share of mutual matches grows. `onStep` is called
/// after every iteration. None if ended or cancelled.
std::optional<PathResult> walkCanonicalPath(const PathSpaces &spaces, const PathInput &begin, const RunContext &context,
                                            const OnCanonicalStep &onStep);

/// Continues from the matches of an earlier run: one cross-fitted iteration at the level where its path was best. None
/// if ended or cancelled.
std::optional<PathResult> continueCanonicalPath(const PathSpaces &spaces, const EarlierMatches &earlier,
                                                const RunContext &context, const OnCanonicalStep &onStep);

/// Fits maps to some pairs, then again to the matches of all items that these maps find: two fits and one search. After
/// a path, the iterations of finishCanonicalPath() between them change few matches of clean pairs. None if cancelled.
std::optional<CanonicalMaps> refitMaps(const PathSpaces &spaces, const WeightedPairs &pairs, double ridge,
                                       const RunContext &context);
/// Ridge of the last iteration after a path.
double lastRidge(const PathResult &end);

/// Runs the last iterations, with all pairs in one map: from the ridge where the path was best to a quarter of it. The
/// result is the iteration with the largest share of mutual matches. False if ended or cancelled.
bool finishCanonicalPath(const PathSpaces &spaces, const PathResult &end, const RunContext &context,
                         const OnCanonicalStep &onStep);

} // namespace anchorscope
