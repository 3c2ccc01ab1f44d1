// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// Agglomerative clusters of unit rows: average linkage on cosine distance, merged while the linkage is at most a
/// threshold (RR A.3; linkage and distance are our choice).
struct Quantization
{
    std::vector<ItemIndex> clusterOf; ///< n cluster numbers; empty if cancelled
    Matrix centroids;                 ///< clusters × d, mean of each cluster's rows, at unit length

    Index clusters() const { return centroids.rows(); }
};

/// rows: n × d, unit. threshold ≥ 0. The average linkage of two clusters is 1 − the product of their mean rows, so
/// nearest-neighbour chains need O(n·d) memory and O(n²·d) time.
Quantization quantize(const MatrixView &rows, double threshold, const RunContext &context = {});

/// Mean over items of 1 − cos(X_i, Y_i) of two relative representations of equal shape, row i with row i (RR Fig. 7;
/// lower is closer).
double representationDistance(const Matrix &x, const Matrix &y);

} // namespace anchorscope
