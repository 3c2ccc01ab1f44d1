// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <utility>

namespace anchorscope {

/// Maximum dimension of the coordinates that canonical maps are fitted in; the cost of a map grows with its cube.
inline constexpr Index maxCanonicalDimension = 512;

/// The metric that a canonical run learned (core/definitions.md, 5c): linear maps of both prepared spaces into common
/// coordinates, in which cosine is the similarity `canonical`.
struct CanonicalMetric
{
    double ridge = 0;                    ///< ε that the maps were fitted with
    Matrix directionsOfX, directionsOfY; ///< maps of X and of Y into common coordinates, r × dx and r × dy: Aᵀ and Bᵀ
    Matrix meanOfX, meanOfY; ///< means of X and of Y, 1 × dx and 1 × dy, subtracted from the prepared rows
                             ///< first; 0 × 0: none

    bool empty() const { return directionsOfX.rows() == 0; }
};

} // namespace anchorscope
