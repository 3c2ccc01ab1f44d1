// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimizers/pathspace.h"

#include <functional>

namespace anchorscope {

// Self-learning of an orthogonal map from X to Y (core/definitions.md, 5c; after Artetxe, Labaka & Agirre, ACL 2018).
// The canonical path starts from its matches if the seeds do not suffice.

inline constexpr Index seedsToStart = 4;

struct LearnOptions
{
    std::uint64_t seed = 0;
    int iterations = 500; ///< maximum number of iterations; normally fewer are needed

    /// Levels of p, the probability with which each candidate takes part in the search for matches. A run on 6,000 rare
    /// words takes 0.83 of the time with the three levels 0.1, 0.4 and 1. Five levels are used because three find fewer
    /// correct matches: a share of 0.401 instead of 0.406 on the 138 hard cases of the calibration suite, and of 0.615
    /// instead of 0.629 on 11 of these cases with three further random seeds each.
    std::vector<double> keeps{0.1, 0.2, 0.4, 0.8, 1};
    int patience = 6; ///< number of iterations without improvement after which a level of p ends
    std::vector<ItemIndex> sampleOfX, sampleOfY; ///< rows from which the map is learned, the most reliable ones

    /// Known part of the map, dx × dy: the mean outer product of the seeds and of the two centroids, which form a pair
    /// because a linear map takes one to the other. The first map is made from it, and every fit with p < 1 includes
    /// it. A centroid no longer than chance explains counts as zero. Empty with fewer than seedsToStart seeds.
    MatrixD known;
};
/// Returns the options of self-learning for two spaces, with their most reliable rows. The known pairs are included if
/// `fromProfiles` is false and at least seedsToStart are known. Incomplete if cancelled.
LearnOptions learnOptions(const PathSpaces &spaces, std::uint64_t seed, bool fromProfiles, const RunContext &context);

struct SelfLearning
{
    Matrix map; ///< learned map, dx × dy, with orthonormal columns or rows
    double objective = 0;
    int iterations = 0;
    bool ended = false; ///< true if `mayContinue` returned false or self-learning was cancelled
};

/// First map: made from options.known, or if this is empty, fitted to the seeds and to items with similar profiles.
Matrix startMap(const PathSpaces &spaces, const LearnOptions &options, const RunContext &context);

/// Learns a map, beginning with `start`. `mayContinue` is called after every iteration and returns false to end.
SelfLearning learnMap(const Matrix &x, const Matrix &y, const Matrix &start, const LearnOptions &options,
                      const RunContext &context, const std::function<bool()> &mayContinue = {});

/// Returns x · map, scaled to unit rows.
Matrix mapRows(const Matrix &x, const Matrix &map, const RunContext &context);

} // namespace anchorscope
