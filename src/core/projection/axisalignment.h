// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/pca.h"

#include <utility>
#include <vector>

namespace anchorscope {

/// Coordinates of the same rows in the current axes (n × p) and in the previous axes (n × q).
using AxisFitRows = std::pair<MatrixView, MatrixView>;

/// Aligns the axes of a plot with those of the previous plot, so that its points move little. Returns an orthogonal
/// matrix Q (p × p) by which rows in the current axes are to be multiplied. The first two axes are rotated together: Q
/// minimizes ‖N Q − B‖_F over the centred current coordinates N and previous coordinates B of all pairs in `clouds`
/// (Schönemann, Psychometrika 31, 1966; reflections allowed). The plane remains that of the first two components and
/// shows the same share of the variance. Each later axis that both plots have is reversed if necessary. QᵀNᵀB is
/// positive semidefinite, so no axis is negatively correlated with the previous one. Returns the identity matrix if the
/// numbers of rows differ or are 0. Rows that are not finite are ignored.
Matrix alignedAxes(const std::vector<AxisFitRows> &clouds);

/// Components after rotation of the axes by `turn`, with the shares of the variance along the new axes.
Pca rotated(const Pca &pca, const Matrix &turn);
/// Shares of the variance along the p rotated axes, from the shares `explained` of the original components.
Vector rotatedVariance(const Vector &explained, const Matrix &turn);

/// Centre of each class: the median of each column over the rows of the class, classes × p. NaN for a class without a
/// finite row. Rows with a label below 0 or from `classes` on are ignored.
Matrix classCentres(const MatrixView &rows, const std::vector<std::int32_t> &labels, Index classes);

/// Distance of each row of x (n × p) from its partner's row of y (m × p): n values, NaN without a partner (noItem).
Vector distancesToPartners(const MatrixView &x, const MatrixView &y, const std::vector<ItemIndex> &partnerOfX);

/// Rows with the largest values: as many as the share `share` (0 to 1) of the finite values, rounded up; ascending.
std::vector<ItemIndex> farthestRows(const Vector &values, double share);

} // namespace anchorscope
