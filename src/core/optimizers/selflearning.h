// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimizers/pathspace.h"

#include <functional>

namespace anchorscope {

// Self-learning of an orthogonal map (core/definitions.md, 5c; after Artetxe, Labaka & Agirre, ACL 2018), a start of
// the canonical path if the seeds do not suffice.

/// Minimum number of seeds to start self-learning from.
inline constexpr Index seedsToStart = 4;

struct LearnOptions
{
    std::uint64_t seed = 0;
    int iterations = 500; ///< maximum number of iterations; levels end by themselves
    /// Levels of p, the probability to keep a candidate. With 0.1, 0.4 and 1 a run on 6,000 rare words takes 0.83 of
    /// the time, but of the 138 hard cases of the calibration suite 0.401 instead of 0.406 of the matches are correct;
    /// of 11 of these, with three more draws each, 0.615 instead of 0.629. The loss is largest for noisy words.
    std::vector<double> keeps{0.1, 0.2, 0.4, 0.8, 1};
    int patience = 6;                            ///< number of iterations without a better objective that ends a level
    std::vector<ItemIndex> sampleOfX, sampleOfY; ///< rows to learn from, the most reliable ones
    /// Information from which the first map is made and to which the levels below 1 keep, dx × dy: the mean outer
    /// product of the seeds and of the two centroids, which a linear map takes to each other; a centroid that chance
    /// explains counts as zero. Empty with fewer than seedsToStart seeds.
    MatrixD known;
};
/// Options for two spaces: their known pairs, if at least seedsToStart and profiles are not requested, and
/// their most reliable rows. Unfinished if cancelled.
LearnOptions learnOptions(const PathSpaces &spaces, std::uint64_t seed, bool fromProfiles, const RunContext &context);

/// Result of self-learning: a map and its matches.
struct SelfLearning
{
    Matrix map; ///< learned map, dx × dy, with orthonormal columns or rows
    double objective = 0;
    int iterations = 0;
    bool ended = false; ///< true if `mayContinue` ended the learning or it was cancelled
};

/// First map to learn from: made from the known pairs, or without any from items with similar profiles and the seeds.
Matrix startMap(const PathSpaces &spaces, const LearnOptions &options, const RunContext &context);

/// Learns from a first map. `mayContinue` is called after every iteration.
SelfLearning learnMap(const Matrix &x, const Matrix &y, const Matrix &start, const LearnOptions &options,
                      const RunContext &context, const std::function<bool()> &mayContinue = {});

/// Fits an orthogonal map UVᵀ to pairs of rows.
Matrix mapFromPairs(const Matrix &x, const Matrix &y, const std::vector<ItemIndex> &rowsOfX,
                    const std::vector<ItemIndex> &rowsOfY, const RunContext &context);

/// Applies a map: the product x W, scaled to unit rows.
Matrix mapRows(const Matrix &x, const Matrix &map, const RunContext &context);

} // namespace anchorscope
