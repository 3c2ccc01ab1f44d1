// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/random.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

struct KMeansOptions
{
    Index clusters = 300;
    int maxIterations = 20;
    double improvedBelow = 1e-4; ///< stop when the mean squared distance to the centroids shrinks by less than this
                                 ///< share
    bool plusPlus = true; ///< true: k-means++ start; false: centroids drawn uniformly, because k-means++ takes most of
                          ///< the time with thousands of clusters
};

/// Lloyd's algorithm in Euclidean distance, by default from a k-means++ start (Arthur & Vassilvitskii, SODA 2007).
struct KMeans
{
    Matrix centroids;                   ///< centroids, k × d; empty if cancelled
    std::vector<ItemIndex> clusterOf;   ///< cluster of each of the n rows
    std::vector<ItemIndex> nearestItem; ///< item closest to each of the k centroids, all different
    double meanSquaredDistance = 0;
    int iterations = 0;
};

/// Clusters n × d rows; 1 ≤ clusters ≤ n. A cluster that loses its last member takes the item farthest from its
/// centroid.
KMeans kMeans(const MatrixView &rows, const KMeansOptions &options, Random &random, const RunContext &context = {});

} // namespace anchorscope
