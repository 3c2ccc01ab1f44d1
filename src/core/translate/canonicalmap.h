// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <optional>
#include <vector>

namespace anchorscope {

/// Weighted pairs: item x[i] of X belongs to item y[i] of Y.
struct WeightedPairs
{
    std::vector<ItemIndex> x, y;
    std::vector<double> weights;

    std::size_t count() const { return x.size(); }
    void add(ItemIndex itemOfX, ItemIndex itemOfY, double weight);
    /// Returns the pairs whose index p satisfies isKept(p).
    WeightedPairs only(const auto &isKept) const
    {
        WeightedPairs kept;
        for (std::size_t p = 0; p < count(); ++p) {
            if (isKept(p))
                kept.add(x[p], y[p], weights[p]);
        }
        return kept;
    }
};

/// Result of canonical ridge analysis (Vinod 1976; Hotelling 1936 with a ridge): linear maps of both spaces into common
/// coordinates, in which each direction is weighted by its canonical correlation.
struct CanonicalMaps
{
    Matrix a;             ///< canonical map of X, dx × r
    Matrix b;             ///< canonical map of Y, dy × r
    VectorD correlations; ///< correlations of the r directions, descending

    Index directions() const { return a.cols(); }
};

/// Weighted second moments of paired rows. The moments of two disjoint lists of pairs can be added.
struct PairMoments
{
    MatrixD sums; ///< Σ w·zzᵀ over the pairs, with z = (x, y) and weight w; (dx + dy) × (dx + dy)
    Index columnsOfX = 0;
    double weight = 0;

    PairMoments &operator+=(const PairMoments &other);
};

/// Computes the moments of pairs of rows of x (n × dx) and y (m × dy). Returns nullopt if cancelled.
std::optional<PairMoments> pairMoments(const Matrix &x, const Matrix &y, const WeightedPairs &pairs,
                                       const RunContext &context = {});

/// Computes canonical maps from moments, in one thread. C_xx, C_yy and C_xy are the moments divided by their weight; C
/// + ε·tr(C)/d·I = L Lᵀ (Cholesky), with the ridge ε relative to the mean variance; U S Vᵀ = svd(L_x⁻¹ C_xy L_y⁻ᵀ). The
/// maps are A = L_x⁻ᵀ U S and B = L_y⁻ᵀ V S, without directions whose singular value is below 0.03 times the greatest
/// one. For ε → ∞ they are those of partial least squares, for ε → 0 of canonical correlation. Other roots than
/// Cholesky's would give the same cosines between x·A and y·B. There must be a pair with nonzero rows.
CanonicalMaps canonicalMaps(const PairMoments &moments, double ridge);

/// Computes canonical maps from pairs of rows. Returns nullopt if cancelled.
std::optional<CanonicalMaps> canonicalMaps(const Matrix &x, const Matrix &y, const WeightedPairs &pairs, double ridge,
                                           const RunContext &context = {});

/// Canonical coordinates: rows · map, scaled to unit rows, n × r; zero rows stay zero. Incomplete if cancelled.
Matrix canonicalCoordinates(const Matrix &rows, const Matrix &map, const RunContext &context = {});

} // namespace anchorscope
