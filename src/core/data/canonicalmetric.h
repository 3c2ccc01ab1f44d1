// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

namespace anchorscope {

/// Maximum dimension in which canonical maps are fitted; the cost of fitting grows with its cube.
inline constexpr Index maxCanonicalDimension = 512;

/// Metric learned on the canonical path (core/definitions.md, 5c): linear maps of both prepared spaces into common
/// coordinates, whose cosine is the similarity `canonical`.
struct CanonicalMetric
{
    /// regularization ε of the maps
    double ridge = 0;
    /// Maps Aᵀ of X and Bᵀ of Y into common coordinates, r × dx and r × dy.
    Matrix directionsOfX, directionsOfY;
    /// Means of X and Y, 1 × dx and 1 × dy, subtracted from prepared rows before mapping; 0 × 0: none.
    Matrix meanOfX, meanOfY;

    bool empty() const { return directionsOfX.rows() == 0; }
};

} // namespace anchorscope
