// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimizers/canonicalpath.h"

#include <string_view>

namespace anchorscope {

/// Ways to find the pairs of a canonical path's first iteration (core/definitions.md, 5c). `seeds`: the known pairs.
/// `centroids`: mutual matches of rows that are described by matched centroids (5g). `stochastic`: matches of
/// self-learning, which begins with the seeds, or with profiles if there are fewer than seedsToStart seeds. `profiles`:
/// matches of self-learning, which begins with profiles.
enum class PathStart { seeds, centroids, stochastic, profiles };
const char *pathStartId(PathStart start);
std::optional<PathStart> findPathStart(std::string_view id);
std::vector<std::string> pathStartNames();

/// Finds matches without known pairs (core/definitions.md, 5g; after mini-vec2vec: Dar 2025). In each draw, both spaces
/// are clustered by k-means, and their centroids are matched by a quadratic assignment of their inner products and
/// profiles. Rows are then described by their inner products with the matched centroids of all draws, which makes both
/// spaces comparable: wrong matches of centroids differ from draw to draw, correct ones agree. x: n × dx, y: m × dy,
/// unit rows; n, m ≥ 1. Returns the mutual matches, with weight 1, most of which are wrong. `mayContinue` is called
/// before each draw. Returns nullopt if it returned false or if cancelled.
std::optional<WeightedPairs> matchByCentroids(const Matrix &x, const Matrix &y, std::uint64_t seed,
                                              const RunContext &context, const std::function<bool()> &mayContinue);

/// Computes the pairs of a start. `seed`: random seed of self-learning and centroids. `mayContinue` is called after
/// each iteration or draw and returns false to end. Returns nullopt if ended or cancelled.
std::optional<PathInput> beginPath(PathStart start, const PathSpaces &spaces, std::uint64_t seed,
                                   const RunContext &context, const std::function<bool()> &mayContinue = {});

struct PathStarts
{
    /// id of the first start; "auto": the seeds, or centroids with fewer than seedsOfPath seeds
    std::string first = "auto";
    bool others = false; ///< whether "auto" tries more starts while the share of mutual matches is low
    std::uint64_t seed = 0;

    /// Callback during the computation of a start; returns false to end the run.
    std::function<bool()> mayContinue;

    /// Callback after every iteration of a path; returns false to end the run.
    std::function<bool(const CanonicalStep &, PathStart)> onStep;

    bool mayEndEarly = false; ///< whether a path ends when its share of mutual matches reaches endShare
    bool keepFirst = false;   ///< whether the first of two paths that agree is kept, not the one with the larger share
};

/// Path with the largest share of mutual matches, and its start.
struct BestPath
{
    PathStart start = PathStart::seeds;
    PathResult end;
};
/// Follows a path from each start and returns the best; among equal ones the last. Nullopt if ended or cancelled.
std::optional<BestPath> walkFromStarts(const PathSpaces &spaces, const PathStarts &starts, const RunContext &context);

} // namespace anchorscope
