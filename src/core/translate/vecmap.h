// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/translate/linearmaps.h"

namespace anchorscope {

/// Maps of both spaces into common coordinates by the multi-step framework of Artetxe, Labaka and Agirre (AAAI 2018,
/// the supervised setting of VecMap): whitening by W = (AᵀA + ridge)^−½, rotation U S Vᵀ = svd(W_x AᵀB W_y),
/// re-weighting by S^½ on both sides, de-whitening of each side by its own W: P_x = W_x U S^½ Uᵀ W_x⁻¹ U, P_y alike.
struct VecMapMaps
{
    MatrixD x, y; ///< maps of X and of Y, dx × q and dy × q, q = min(dx, dy)
};

/// Fits the maps to k pairs of rows, a: k × dx and b: k × dy. ridgeX and ridgeY > 0 are relative as in ridgemaps.h. The
/// paper uses no ridge, because it has many more pairs than dimensions; with fewer pairs and no ridge, all directions
/// would be perfectly correlated after whitening.
VecMapMaps vecMapMaps(const MatrixView &a, const MatrixView &b, double ridgeX, double ridgeY);

} // namespace anchorscope
