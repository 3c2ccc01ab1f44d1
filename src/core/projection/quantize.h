// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// Distances between two clusters. RR A.3 names agglomerative clustering and a threshold only.
enum class Linkage {
    average, ///< mean cosine distance of the clusters' rows (ours)
    ward ///< √(2ab/(a + b))·‖centroid − centroid‖ for clusters of a and b rows (Ward 1963), as in RR's published code
};

/// Agglomerative clusters of unit rows, merged while the linkage is at most a threshold.
struct Quantization
{
    std::vector<ItemIndex> clusterOf; ///< cluster number of each of the n rows; empty if cancelled
    Matrix centroids;                 ///< mean of each cluster's rows, clusters × d; at unit length with average
                                      ///< linkage

    Index clusters() const { return centroids.rows(); }
};

/// Clusters rows (n × d, unit) up to a threshold ≥ 0. The average linkage of two clusters is 1 − the product of their
/// mean rows, and Ward's follows from means and sizes, so nearest-neighbour chains need O(n·d) memory and O(n²·d) time.
Quantization quantize(const MatrixView &rows, double threshold, const RunContext &context = {},
                      Linkage linkage = Linkage::average);

/// Distance of two relative representations of equal shape, averaged over corresponding rows (RR Fig. 7; lower is
/// closer).
struct RepresentationDistance
{
    double cosine = 0;    ///< mean of 1 − cos(X_i, Y_i), as in RR's text
    double euclidean = 0; ///< mean of ‖X_i − Y_i‖₂, as in its published code
};
RepresentationDistance representationDistance(const Matrix &x, const Matrix &y);

} // namespace anchorscope
