// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/pca.h"

#include <utility>
#include <vector>

namespace anchorscope {

/// Rows in the current and in the previous axes, n × p and n × q, for the fit of the axes.
using AxisFitRows = std::pair<MatrixView, MatrixView>;

/// Aligns the axes of a plot with the previous ones: returns an orthogonal p × p matrix Q, by which rows are
/// multiplied.
///
/// The first two axes are rotated together, by the orthogonal fit min ‖N Q − B‖_F over the rows of all pairs, centred
/// (Schönemann, Psychometrika 31, 1966; reflections allowed): the plane remains that of the first two components and
/// shows as much of the variance. Each later axis of both plots keeps or changes its sign. As Qᵀ NᵀB is positive
/// semidefinite, no axis is negatively correlated with its predecessor. The identity if the numbers of rows differ or
/// are 0; rows that are not finite are ignored.
Matrix alignedAxes(const std::vector<AxisFitRows> &clouds);

/// Components in rotated axes, with the shares of the variance along these axes.
Pca rotated(const Pca &pca, const Matrix &turn);
/// Shares of the variance (p) along rotated axes; the original components are uncorrelated.
Vector rotatedVariance(const Vector &explained, const Matrix &turn);

/// Median of each column over the rows of each class: classes × p; NaN for a class without a finite row. Rows with a
/// label below 0 or from `classes` on belong to none.
Matrix classCentres(const MatrixView &rows, const std::vector<std::int32_t> &labels, Index classes);

/// Distance of each row of x (n × p) from its partner's row of y (m × p): n values, NaN without a partner (noItem).
Vector distancesToPartners(const MatrixView &x, const MatrixView &y, const std::vector<ItemIndex> &partnerOfX);

/// Finds the rows with the largest of the finite values, `share` (0 to 1) of them, rounded up, ascending.
std::vector<ItemIndex> farthestRows(const Vector &values, double share);

} // namespace anchorscope
