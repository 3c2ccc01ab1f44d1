// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

struct PcaOptions
{
    Index components = 8;
    Index exactUpTo = 512;  ///< more dimensions use a randomized range finder (Halko, Martinsson & Tropp 2011)
    std::uint64_t seed = 0; ///< seed of the randomized range finder
};

/// Principal components of a point cloud, for pictures (core/definitions.md, 3).
struct Pca
{
    Matrix components; ///< p × d, orthonormal rows, largest variance first; largest-magnitude loading positive
    Vector mean;       ///< mean of each of the d columns
    Vector explained;  ///< p, share of the total variance in [0, 1]

    bool empty() const { return components.rows() == 0; }
    /// n × p coordinates of n × d rows.
    Matrix project(const MatrixView &rows, const RunContext &context = {}) const;
};

/// Bases of two clouds: one each, that of the first, or a joint one (RR Fig. 5). `first` and `joint` need equal
/// dimensions.
enum class PcaFit { each, first, joint };

/// Fits on all rows of all the given matrices stacked (equal numbers of columns). At most min(components, d)
/// components.
Pca fitPca(const std::vector<MatrixView> &clouds, const PcaOptions &options = {}, const RunContext &context = {});

/// Bases of two clouds under a fit mode: {basis of x, basis of y}.
std::pair<Pca, Pca> fitPair(const MatrixView &x, const MatrixView &y, PcaFit fit, const PcaOptions &options = {},
                            const RunContext &context = {});

} // namespace anchorscope
