// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <utility>

namespace anchorscope {

/// Maximum dimension of the coordinates in which canonical maps are fitted; the cost of fitting grows with its cube.
inline constexpr Index maxCanonicalDimension = 512;

/// Metric learned by a run of the canonical path (core/definitions.md, 5c): linear maps of both prepared spaces into
/// common coordinates, in which cosine is the similarity `canonical`.
struct CanonicalMetric
{
    /// Regularization ε with which the maps were fitted.
    double ridge = 0;
    /// Maps of X and of Y into common coordinates, r × dx and r × dy: Aᵀ and Bᵀ.
    Matrix directionsOfX, directionsOfY;
    /// Means of X and of Y, 1 × dx and 1 × dy, subtracted from prepared rows before the maps are applied; 0 × 0:
    /// nothing is subtracted.
    Matrix meanOfX, meanOfY;

    bool empty() const { return directionsOfX.rows() == 0; }
};

} // namespace anchorscope
