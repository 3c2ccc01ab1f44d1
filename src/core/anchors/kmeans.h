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
    /// Iterations stop if the mean squared distance to the centroids decreases by less than this fraction.
    double improvedBelow = 1e-4;
    /// Whether k-means++ chooses the first centroids. It takes most of the time with thousands of clusters; without it,
    /// the first centroids are sampled uniformly.
    bool plusPlus = true;
};

/// Result of Lloyd's algorithm in Euclidean distance; k-means++: Arthur & Vassilvitskii, SODA 2007.
struct KMeans
{
    Matrix centroids;                   ///< centroids of the clusters, k × d; empty if cancelled
    std::vector<ItemIndex> clusterOf;   ///< cluster of each of the n rows
    std::vector<ItemIndex> nearestItem; ///< row closest to each of the k centroids; no row occurs twice
    double meanSquaredDistance = 0;
    int iterations = 0;
};

/// Divides n × d rows into clusters; 1 ≤ clusters ≤ n. An empty cluster gets the row that is farthest from the centroid
/// of its current cluster.
KMeans kMeans(const MatrixView &rows, const KMeansOptions &options, Random &random, const RunContext &context = {});

} // namespace anchorscope
