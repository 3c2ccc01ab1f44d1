// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace anchorscope::kernels {

/// Second moments of paired rows, Σ w·zzᵀ with z = (x, y): (dx + dy)², symmetric.
struct PairedMoments
{
    const double *sums;
    std::ptrdiff_t dx, dy;
    double weight; ///< total weight of the pairs, Σ w
};

/// Output buffers for canonical maps of q = min(dx, dy) directions, by columns.
struct MapScratch
{
    double *a;            ///< map of X, dx × q
    double *b;            ///< map of Y, dy × q
    double *correlations; ///< canonical correlations of the q directions
};

/// Factors and result of a product, row by row: rows × depth times depth × columns.
struct Factors
{
    const double *left;
    std::ptrdiff_t rows, depth;
    const double *right;
    std::ptrdiff_t columns;
    double *product;
};

/// Serial float64 algebra of one instruction-set level, on plain pointers: Eigen's templates, in a namespace of the
/// level's own. v4 uses what was compiled for v3: eigenvectors of 300 × 300 took 47 ms at the baseline, 14 ms with v3
/// and 19 ms with v4.
struct DenseFunctions
{
    /// Replaces a symmetric matrix (n × n, by columns; the lower triangle is read) by its eigenvectors, of rising
    /// eigenvalue. False if the iteration does not converge.
    bool (*eigenvectors)(double *matrix, std::ptrdiff_t n, double *values);
    /// Computes A and B of anchorscope::canonicalMaps(). Returns the number of directions kept.
    std::ptrdiff_t (*canonicalMaps)(const PairedMoments &moments, double ridge, double minCorrelation,
                                    const MapScratch &maps);
    /// Computes the product of two factors. A product of 256 × 384 times 384 × 384 took 9.7 ms at the baseline and 1.6
    /// ms with v3.
    void (*product)(const Factors &factors);
};

namespace baseline {
extern const DenseFunctions denseFunctions;
}
namespace v3 {
extern const DenseFunctions denseFunctions;
}

/// Functions of the active instruction-set level.
const DenseFunctions &activeDense();

} // namespace anchorscope::kernels
