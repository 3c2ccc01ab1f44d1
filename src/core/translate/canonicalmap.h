// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <optional>
#include <vector>

namespace anchorscope {

/// Pairs of items with weights: item x[i] of X belongs to item y[i] of Y.
struct WeightedPairs
{
    std::vector<ItemIndex> x, y;
    std::vector<double> weights;

    std::size_t count() const { return x.size(); }
    void add(ItemIndex itemOfX, ItemIndex itemOfY, double weight);
};

/// Canonical ridge analysis (Vinod 1976; Hotelling 1936 with a ridge): linear maps of both spaces into common
/// coordinates, each direction weighted by its canonical correlation.
struct CanonicalMaps
{
    Matrix a;             ///< map of X, dx × r
    Matrix b;             ///< map of Y, dy × r
    VectorD correlations; ///< canonical correlations of the r directions, descending

    Index directions() const { return a.cols(); }
};

/// Weighted second moments of paired rows: Σ w·zzᵀ over the pairs, z = (x, y). Moments of disjoint pairs add up.
struct PairMoments
{
    MatrixD sums; ///< sums of products, (dx + dy) × (dx + dy)
    Index columnsOfX = 0;
    double weight = 0; ///< total weight of the pairs

    PairMoments &operator+=(const PairMoments &other);
};

/// Sums the moments of pairs of rows of x (n × dx) and y (m × dy). None if cancelled.
std::optional<PairMoments> pairMoments(const Matrix &x, const Matrix &y, const WeightedPairs &pairs,
                                       const RunContext &context = {});

/// Computes canonical maps from moments. C_xx, C_yy, C_xy are the moments divided by their weight. With L Lᵀ = C +
/// ε·tr(C)/d·I (Cholesky) and U S Vᵀ = svd(L_x⁻¹ C_xy L_y⁻ᵀ): A = L_x⁻ᵀ U S, B = L_y⁻ᵀ V S; directions below 0.03·s₁
/// are dropped. ε (`ridge`) is relative to the mean variance: towards ∞ the maps are those of partial least squares,
/// towards 0 of canonical correlation. Cosines between x·A and y·B do not depend on which roots of the ridged moments
/// are taken. The pairs are not empty and their rows not all zero. One thread.
CanonicalMaps canonicalMaps(const PairMoments &moments, double ridge);

/// Computes canonical maps from pairs of rows. None if cancelled.
std::optional<CanonicalMaps> canonicalMaps(const Matrix &x, const Matrix &y, const WeightedPairs &pairs, double ridge,
                                           const RunContext &context = {});

/// Canonical coordinates: rows · map, scaled to unit rows, n × r; zero rows stay zero. Incomplete if cancelled.
Matrix canonicalCoordinates(const Matrix &rows, const Matrix &map, const RunContext &context = {});

} // namespace anchorscope
