// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

struct PcaOptions
{
    Index components = 8;
    /// maximum number of dimensions or points for exact PCA; if both are greater, the method of Halko, Martinsson &
    /// Tropp (2011) is used
    Index exactUpTo = 512;
    std::uint64_t seed = 0; ///< random seed of the method of Halko et al.
};

/// Principal components of a point cloud, for plots (core/definitions.md, 3).
struct Pca
{
    /// components, p × d, orthonormal rows, largest variance first; the loading of largest magnitude is positive; rows
    /// beyond the rank of few points in many dimensions are zero
    Matrix components;
    Vector mean;
    Vector explained; ///< share of the total variance along each of the p components, in [0, 1]

    bool empty() const { return components.rows() == 0; }
    /// Projects n × d rows to n × p coordinates.
    Matrix project(const MatrixView &rows, const RunContext &context = {}) const;
};

/// Ways to fit the components that plot two point clouds (paper RR, Fig. 5). `each`: each cloud has its own components.
/// `first`: both clouds are plotted in the components of the first. `joint`: both are plotted in the components of all
/// points together. `first` and `joint` need equal numbers of dimensions.
enum class PcaFit { each, first, joint };

/// Fits at most min(components, d) components to the rows of all matrices together, which have d columns.
Pca fitPca(const std::vector<MatrixView> &clouds, const PcaOptions &options = {}, const RunContext &context = {});

/// Fits the components of two point clouds in the way `fit`; returns those of x and those of y.
std::pair<Pca, Pca> fitPair(const MatrixView &x, const MatrixView &y, PcaFit fit, const PcaOptions &options = {},
                            const RunContext &context = {});

} // namespace anchorscope
