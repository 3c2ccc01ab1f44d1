// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/cslsmatches.h"
#include "core/optimizers/pathspace.h"

#include <functional>
#include <optional>

namespace anchorscope {

struct CanonicalStep
{
    double ridge = 0;
    WeightedPairs pairs;
    PairMoments moments;
    CanonicalMaps maps; ///< maps fitted to all pairs; empty if `crossFitted`
    CslsMatches matches;
    /// whether each match was found by maps fitted without the item's current pair
    bool crossFitted = false;
    double mutualShare = 0; ///< number of mutual matches divided by min(n, m), both without the seeds
    double changed = 1;     ///< share of Y's items whose match differs from that in the previous iteration
    double seconds = 0;
};
/// Callback after each iteration of a canonical path; returns false to end the path.
using OnCanonicalStep = std::function<bool(const CanonicalStep &)>;

/// Default limit of iterations, more than twice the number of ridge levels, so the path normally ends earlier.
inline constexpr int canonicalIterations = 60;

inline constexpr Index seedsOfPath = 3;

/// Share of mutual matches, found by maps fitted without them, at which a path counts as successful (clean); no other
/// start is then tried. Measured on words, digits and the hard pair of examples/data/make_hard.py: wrong alignments had
/// shares of 0.28 to 0.57, correct ones 0.74 to 0.93.
inline constexpr double cleanShare = 0.7;
/// Share of mutual matches, found by maps fitted without them, at which the path of a held-out run ends early. In two
/// hard pairs of spaces, 41 and 44 of 50 seeds are found; 39 and 41 with cleanShare, 42 and 46 without an early end.
inline constexpr double endShare = 0.85;

/// Returns the index of the ridge level at which a path starts. With at least 50 seeds this is the level at which
/// held-out fifths of the seeds have the best mean reciprocal rank; otherwise it is 0. Returns nullopt if cancelled.
std::optional<std::size_t> firstCanonicalLevel(const Matrix &x, const Matrix &y, const WeightedPairs &seeds,
                                               const RunContext &context);

struct PathInput
{
    WeightedPairs pairs;
    std::size_t level = 0;
};

struct PathResult
{
    WeightedPairs pairs; ///< pairs found in the best iteration, the seeds last
    std::size_t level = 0;
    double share = -1; ///< share of mutual matches in the best iteration, found by maps fitted without them
    /// number of standard errors by which held-out seeds must prefer another ridge for the last iterations
    double standardErrors = 1;
};

/// Finds the matches of all items by the given maps, without hints. Returns nullopt if cancelled.
std::optional<CslsMatches> matchesBy(const PathSpaces &spaces, const CanonicalMaps &maps, const RunContext &context);

/// Follows the path through its ridge levels while the share of mutual matches, found by maps fitted without them,
/// grows; with `mayEndEarly`, until it reaches endShare. Returns nullopt if ended by `onStep` or cancelled.
std::optional<PathResult> walkCanonicalPath(const PathSpaces &spaces, const PathInput &begin, const RunContext &context,
                                            const OnCanonicalStep &onStep, bool mayEndEarly = false);

/// Continues from the matches of an earlier run by one cross-fitted iteration (matches found by maps fitted without
/// them), at the best ridge level of that run. Returns nullopt if `onStep` ended it or it was cancelled.
std::optional<PathResult> continueCanonicalPath(const PathSpaces &spaces, const EarlierMatches &earlier,
                                                const RunContext &context, const OnCanonicalStep &onStep);

/// Fits maps to the pairs (with `ridge`), matches all items by them, and fits new maps to the mutual matches (with the
/// ridge `last`). After a path that ended early, more iterations would change few matches. Nullopt if cancelled.
std::optional<CanonicalMaps> refitMaps(const PathSpaces &spaces, const WeightedPairs &pairs, double ridge, double last,
                                       const RunContext &context);
/// Smallest ridge that finishCanonicalPath() uses after the path `end`.
double lastRidge(const PathResult &end);

/// Runs the last iterations of a path, which fit one map to all pairs. Their ridges fall from the ridge of the path's
/// best iteration to a quarter of it. Returns false if `onStep` ended the path or it was cancelled.
bool finishCanonicalPath(const PathSpaces &spaces, const PathResult &end, const RunContext &context,
                         const OnCanonicalStep &onStep);

} // namespace anchorscope
