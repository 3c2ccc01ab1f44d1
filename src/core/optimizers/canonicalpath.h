// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/cslsmatches.h"
#include "core/optimizers/pathspace.h"

#include <functional>
#include <optional>

namespace anchorscope {

/// Result of one iteration of the canonical path.
struct CanonicalStep
{
    double ridge = 0;
    WeightedPairs pairs; ///< pairs that the maps are fitted to
    PairMoments moments; ///< second moments of all pairs, from which maps are fitted
    CanonicalMaps maps;  ///< maps fitted to all pairs; empty if `crossFitted`
    CslsMatches matches;
    /// whether matches are cross-fitted: each was found by maps fitted without the item's current pair
    bool crossFitted = false;
    double mutualShare = 0; ///< number of mutual matches, divided by min(n, m); seeds are not counted in either
    double changed = 1;     ///< share of Y's items whose match differs from that in the previous iteration
    double seconds = 0;     ///< duration of the search for matches, in seconds
};
/// Callback after each iteration of a canonical path; returns false to end the path.
using OnCanonicalStep = std::function<bool(const CanonicalStep &)>;

/// Default of the maximum number of iterations of a canonical path. It is more than twice the number of ridge levels,
/// so the path normally ends earlier.
inline constexpr int canonicalIterations = 60;

/// Minimum number of seeds from which a canonical path can start.
inline constexpr Index seedsOfPath = 3;

/// Minimum share of mutual matches, cross-fitted (found by maps fitted without them), at which a path counts as
/// successful (clean), so that no other start is tried. Measured on words, digits and the hard pair of spaces
/// (examples/data/make_hard.py): wrong alignments had shares of 0.28 to 0.57, correct ones 0.74 to 0.93.
inline constexpr double cleanShare = 0.7;
/// Share of mutual matches, found by maps fitted without them, from which the path of a held-out run ends early. In two
/// hard pairs of spaces with 50 seeds, 41 and 44 held-out seeds are found; 39 and 41 with cleanShare instead, 42 and 46
/// if the path does not end early.
inline constexpr double endShare = 0.85;

/// Returns the ridge level at which a path starts, as an index into the falling ridges. With at least 50 seeds it is
/// the level at which held-out fifths of the seeds have the best mean reciprocal rank, otherwise 0. Returns nullopt if
/// cancelled.
std::optional<std::size_t> firstCanonicalLevel(const Matrix &x, const Matrix &y, const WeightedPairs &seeds,
                                               const RunContext &context);

/// Start of a canonical path: the pairs for its first iteration, and the index of its first ridge level.
struct PathInput
{
    WeightedPairs pairs;
    std::size_t level = 0;
};

/// Best iteration of a canonical path.
struct PathResult
{
    WeightedPairs pairs;   ///< pairs found in the best iteration, the seeds last
    std::size_t level = 0; ///< index of the best iteration's ridge level
    double share = -1;     ///< share of mutual matches in the best iteration, found by maps fitted without them
};

/// Finds the matches of all items by the given maps, without hints. Returns nullopt if cancelled.
std::optional<CslsMatches> matchesBy(const PathSpaces &spaces, const CanonicalMaps &maps, const RunContext &context);

/// Follows the canonical path through its ridge levels while the share of mutual matches, found by maps fitted without
/// them, grows; with `mayEndEarly`, until this share reaches endShare. `onStep` is called after every iteration.
/// Returns nullopt if `onStep` ended the path or it was cancelled.
std::optional<PathResult> walkCanonicalPath(const PathSpaces &spaces, const PathInput &begin, const RunContext &context,
                                            const OnCanonicalStep &onStep, bool mayEndEarly = false);

/// Continues from the matches of an earlier run by one iteration with cross-fitted matches (found by maps fitted
/// without them), at the ridge level where the path of that run was best. Returns nullopt if `onStep` ended it or it
/// was cancelled.
std::optional<PathResult> continueCanonicalPath(const PathSpaces &spaces, const EarlierMatches &earlier,
                                                const RunContext &context, const OnCanonicalStep &onStep);

/// Fits maps to the given pairs with `ridge`, matches all items by these maps, and fits maps with `last` to the mutual
/// matches: two fits and one search. After a path that ended early, more iterations would change few of the matches.
/// Returns nullopt if cancelled.
std::optional<CanonicalMaps> refitMaps(const PathSpaces &spaces, const WeightedPairs &pairs, double ridge, double last,
                                       const RunContext &context);
/// Returns the smallest ridge that finishCanonicalPath() uses after the given path.
double lastRidge(const PathResult &end);

/// Runs the last iterations of a path, which fit one map to all pairs. Their ridges fall from that of the path's best
/// iteration to a quarter of it. The result of the run is the iteration with the largest share of mutual matches.
/// Returns false if `onStep` ended it or it was cancelled.
bool finishCanonicalPath(const PathSpaces &spaces, const PathResult &end, const RunContext &context,
                         const OnCanonicalStep &onStep);

} // namespace anchorscope
