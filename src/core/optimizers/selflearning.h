// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimize/optimizer.h"

namespace anchorscope {

// The self-learning of an orthogonal map (core/README.md, 5c), which `robust` and the trials of the confidence estimate
// run, and which `canonical` starts from where the seeds alone lead nowhere.

/// Fewer seeds than these say too little to tell whether a result is right.
inline constexpr Index fewSeeds = 5;

/// Fewer seeds than these say too little to start from.
inline constexpr Index seedsToStart = 4;

/// The most items of each space that a stochastic part learns from.
inline constexpr Index itemsOfLearning = 2500;

/// A limit; the levels end by themselves.
inline constexpr int selfLearningIterations = 500;

struct LearnOptions
{
    std::uint64_t seed = 0;
    int iterations = selfLearningIterations;
    std::vector<double> keeps{0.1, 0.2, 0.4, 0.8}; ///< levels of p, the probability to keep a candidate, before 1
    int patience = 6;                              ///< iterations without a better objective that end a level
    std::vector<ItemIndex> sampleOfX, sampleOfY;   ///< the items of the stochastic part; empty: all
    /// dx × dy, what the first map comes from and the stochastic part keeps to: the mean outer product of the seeds and
    /// of the two centroids, which a linear map takes to each other; a centroid that chance explains counts as zero.
    /// Empty with fewer than seedsToStart seeds.
    MatrixD known;
};

/// The self-learning alone.
struct SelfLearning
{
    Matrix map; ///< dx × dy, orthonormal columns or rows
    double objective = 0;
    int iterations = 0;
    bool converged = false;
};
/// The options for an input: its known pairs, if they are enough to start from, and its most reliable items. Unfinished
/// if cancelled.
LearnOptions learnOptions(const OptimizeInput &input, std::uint64_t seed, const RunContext &context);

/// Learns from a first map. `tick` is called after every iteration with the map; it returns false to end.
SelfLearning learnMap(const Matrix &x, const Matrix &y, const Matrix &start, const LearnOptions &options,
                      const RunContext &context, const std::function<bool(const SelfLearning &)> &tick = {});

/// The first map: from the known pairs, or where those are not enough from items of alike profiles too.
Matrix startMap(const OptimizeInput &input, const LearnOptions &options, const RunContext &context);

/// UVᵀ from pairs of rows.
Matrix mapFromPairs(const Matrix &x, const Matrix &y, const std::vector<ItemIndex> &rowsOfX,
                    const std::vector<ItemIndex> &rowsOfY, const RunContext &context);

/// x W with unit rows.
Matrix mapRows(const Matrix &x, const Matrix &map, const RunContext &context);

} // namespace anchorscope
