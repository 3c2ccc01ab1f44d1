// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/matrix.h"
#include "core/runcontext.h"

namespace anchorscope {

/// Linear centred kernel alignment of two spaces over their paired items (Kornblith et al., ICML 2019), in [0, 1]:
/// ‖YᵀX‖² / (‖XᵀX‖ ‖YᵀY‖), Frobenius norms of centred columns. Unchanged by rotation, scale and shift of either space;
/// a reference measure that needs no anchors. NaN with fewer than two pairs, without any variance, or if cancelled.
double kernelAlignment(const Matrix &x, const Matrix &y, const Correspondence &pairing, const RunContext &context = {});

} // namespace anchorscope
