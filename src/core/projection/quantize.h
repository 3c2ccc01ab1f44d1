// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// Distance between two clusters. The paper RR (A.3) mentions agglomerative clustering and a threshold, but no linkage.
enum class Linkage {
    average, ///< mean cosine distance between the rows of one cluster and those of the other (our own choice)

    /// √(2ab/(a + b))·‖centroid − centroid‖ for clusters of a and b rows (Ward 1963), as in the published code of RR
    ward
};

/// Agglomerative clusters of unit rows, merged while the linkage is at most a threshold.
struct Quantization
{
    std::vector<ItemIndex> clusterOf; ///< index of the cluster of each of the n rows; empty if cancelled
    Matrix centroids; ///< mean of each cluster's rows, clusters × d; at unit length with average linkage

    Index clusters() const { return centroids.rows(); }
};

/// Clusters unit rows (n × d); `threshold` ≥ 0 is the largest linkage at which clusters are merged. The average linkage
/// of two clusters is 1 − the product of their mean rows, and Ward's follows from their means and sizes, so
/// nearest-neighbour chains need only O(n·d) memory and O(n²·d) time.
Quantization quantize(const MatrixView &rows, double threshold, const RunContext &context = {},
                      Linkage linkage = Linkage::average);

/// Mean distance between corresponding rows of two relative representations of equal shape (paper RR, Fig. 7).
struct RepresentationDistance
{
    double cosine = 0;    ///< mean of 1 − cos(X_i, Y_i), as in the paper RR
    double euclidean = 0; ///< mean of ‖X_i − Y_i‖₂, as in the published code of RR
};
RepresentationDistance representationDistance(const Matrix &x, const Matrix &y);

} // namespace anchorscope
