// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/translate/linearmaps.h"

namespace anchorscope {

/// Maps of both spaces into common coordinates by the multi-step framework of Artetxe, Labaka and Agirre (AAAI 2018,
/// the supervised setting of VecMap). The steps are: whitening by W = (AᵀA + ridge)^−½, rotation by U S Vᵀ = svd(W_x
/// AᵀB W_y), re-weighting by S^½ in both spaces, de-whitening of each space by its own W. The map of X is P_x = W_x U
/// S^½ Uᵀ W_x⁻¹ U; P_y is computed in the same way.
struct VecMapMaps
{
    MatrixD x, y; ///< maps of X (dx × q) and of Y (dy × q), where q = min(dx, dy)
};

/// Fits the maps to k pairs of rows, a: k × dx and b: k × dy. The ridges ridgeX and ridgeY > 0 are relative, as in
/// ridgemaps.h. VecMap's paper uses no ridge, because it has many more pairs than dimensions. With few pairs and no
/// ridge, all directions would be perfectly correlated after whitening.
VecMapMaps vecMapMaps(const MatrixView &a, const MatrixView &b, double ridgeX, double ridgeY);

} // namespace anchorscope
