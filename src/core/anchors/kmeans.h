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
    /// Relative decrease of the mean squared distance to the centroids below which iterations stop.
    double improvedBelow = 1e-4;
    /// Whether k-means++ chooses the first centroids; otherwise they are sampled uniformly, because k-means++ takes
    /// most of the time with thousands of clusters.
    bool plusPlus = true;
};

/// Result of k-means by Lloyd's algorithm in Euclidean distance, by default from a k-means++ start (Arthur &
/// Vassilvitskii, SODA 2007).
struct KMeans
{
    Matrix centroids;                   ///< centroids of the clusters, k × d; empty if cancelled
    std::vector<ItemIndex> clusterOf;   ///< cluster of each of the n rows
    std::vector<ItemIndex> nearestItem; ///< item closest to each of the k centroids; no item occurs twice
    double meanSquaredDistance = 0;
    int iterations = 0;
};

/// Divides n × d rows into clusters; 1 ≤ clusters ≤ n. A cluster that loses its last member gets a new one: of all
/// items, the one that is farthest from the centroid of its own cluster.
KMeans kMeans(const MatrixView &rows, const KMeansOptions &options, Random &random, const RunContext &context = {});

} // namespace anchorscope
