// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

struct PcaOptions
{
    Index components = 8;
    Index exactUpTo = 512;  ///< maximum number of dimensions for the exact method; more use a randomized range finder
                            ///< (Halko, Martinsson & Tropp 2011)
    std::uint64_t seed = 0; ///< seed of the randomized range finder
};

/// Principal components of a point cloud, for plots (core/definitions.md, 3).
struct Pca
{
    Matrix components; ///< components, p × d, orthonormal rows, largest variance first; largest-magnitude loading
                       ///< positive
    Vector mean;       ///< mean of each of the d columns
    Vector explained;  ///< share of the total variance along each of the p components, in [0, 1]

    bool empty() const { return components.rows() == 0; }
    /// Projects n × d rows to n × p coordinates.
    Matrix project(const MatrixView &rows, const RunContext &context = {}) const;
};

/// Modes of fitting bases to two clouds: one each, that of the first, or a joint one (RR Fig. 5). `first` and `joint`
/// need equal dimensions.
enum class PcaFit { each, first, joint };

/// Fits components to all rows of all the given matrices, stacked (equal numbers of columns). At most min(components,
/// d) components.
Pca fitPca(const std::vector<MatrixView> &clouds, const PcaOptions &options = {}, const RunContext &context = {});

/// Fits the bases of two clouds in one of the modes: {basis of x, basis of y}.
std::pair<Pca, Pca> fitPair(const MatrixView &x, const MatrixView &y, PcaFit fit, const PcaOptions &options = {},
                            const RunContext &context = {});

} // namespace anchorscope
