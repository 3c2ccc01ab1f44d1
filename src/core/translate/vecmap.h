// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/translate/linearmaps.h"

namespace anchorscope {

/// Maps of both spaces into common coordinates by the multi-step framework of Artetxe, Labaka and Agirre (AAAI 2018,
/// the supervised setting of VecMap): whitening by W = (AᵀA + ridge)^−½, rotation U S Vᵀ = svd(W_x AᵀB W_y),
/// re-weighting by S^½ on both sides, de-whitening of each side by its own W: P_x = W_x U S^½ Uᵀ W_x⁻¹ U, P_y alike.
struct VecMapMaps
{
    MatrixD x, y; ///< dx × q, dy × q, q = min(dx, dy)
};

/// a: k × dx, b: k × dy. ridgeX and ridgeY > 0 are relative as in ridgemaps.h; the paper has none and takes
/// dictionaries of many more pairs than dimensions, without which the whitened pairs are all equally correlated.
VecMapMaps vecMapMaps(const MatrixView &a, const MatrixView &b, double ridgeX, double ridgeY);

} // namespace anchorscope
