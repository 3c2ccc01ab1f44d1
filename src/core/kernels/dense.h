// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace anchorscope::kernels {

/// Second moments of paired rows x (1 × dx) and y (1 × dy): symmetric matrix Σ w·zzᵀ with z = (x, y) and weights w.
struct PairedMoments
{
    const double *sums;
    std::ptrdiff_t dx, dy;
    double weight; ///< total weight of the pairs, Σ w
};

/// Output buffers for canonical maps with q = min(dx, dy) directions, stored column by column.
struct MapScratch
{
    double *a;            ///< canonical map of X, dx × q
    double *b;            ///< canonical map of Y, dy × q
    double *correlations; ///< canonical correlations of the q directions
};

/// Factors and result of a matrix product, stored row by row: `left` is rows × depth, `right` depth × columns.
/// Consecutive rows of a factor begin leftStride or rightStride numbers apart, rows of the product `columns` numbers.
struct Factors
{
    const double *left;
    std::ptrdiff_t leftStride, rows, depth;
    const double *right;
    std::ptrdiff_t rightStride, columns;
    double *product;
};

/// Single-threaded float64 algebra on plain pointers, compiled for one instruction-set level (isa.h), with Eigen in a
/// namespace of its own for each level. The level v4 uses the functions of v3, which are faster: eigenvectors of a 300
/// × 300 matrix took 47 ms at the baseline, 14 ms with v3 and 19 ms with v4.
struct DenseFunctions
{
    /// Replaces a symmetric n × n matrix, stored column by column, by its eigenvectors and writes the eigenvalues to
    /// `values`, both by rising eigenvalue. Reads the lower triangle only. Returns false if it does not converge.
    bool (*eigenvectors)(double *matrix, std::ptrdiff_t n, double *values);
    /// Computes the canonical maps and correlations that anchorscope::canonicalMaps() returns. Returns the number of
    /// directions whose correlation exceeds minCorrelation times the greatest one; only these are written.
    std::ptrdiff_t (*canonicalMaps)(const PairedMoments &moments, double ridge, double minCorrelation,
                                    const MapScratch &maps);
    /// Computes a matrix product; 256 × 384 times 384 × 384 took 9.7 ms at the level “baseline” and 1.6 ms with v3.
    void (*product)(const Factors &factors);
};

namespace baseline {
extern const DenseFunctions denseFunctions;
}
namespace v3 {
extern const DenseFunctions denseFunctions;
}

const DenseFunctions &activeDense();

} // namespace anchorscope::kernels
