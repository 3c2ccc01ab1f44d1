// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/translate/linearmaps.h"

#include <vector>

namespace anchorscope {

/// Maps that are fitted on k pairs of rows, a: k × dx and b: k × dy, with a ridge λ > 0 relative to the mean of the
/// min(k, dx) greatest eigenvalues that the moments can have, tr(AᵀA)/min(k, dx): the same in the span of the rows as
/// in all dimensions.

/// W of least ‖A W − B‖² + λ·tr(AᵀA)/min(k, dx)·‖W‖² (Hoerl and Kennard 1970).
MatrixD ridgeMap(const MatrixView &a, const MatrixView &b, double ridge);

/// Like ridgeMap(), between the rows minus their means, with the offset that maps one mean to the other.
LinearMap affineMap(const MatrixView &a, const MatrixView &b, double ridge);

/// The map between the spaces of canonical ridge analysis (Vinod 1976; core/definitions.md, 5c and 8):
/// M = L_x⁻ᵀ U S Vᵀ L_yᵀ with L Lᵀ = C + ε·tr(C)/d·I, U S Vᵀ = svd(L_x⁻¹ C_xy L_y⁻ᵀ) less the directions below 0.03·s₁.
/// With all directions it would be ridgeMap(), so chooseRidge() serves both.
MatrixD canonicalRidgeMap(const MatrixView &a, const MatrixView &b, double ridge);

/// Ridges worth trying, 1e-4 to 100: half a decade apart, where the cosine of held-out words and digits changes by less
/// than 0.01 from one to the next near its best.
std::vector<double> ridgeCandidates();

/// The λ whose ridgeMap(), fitted on four fifths of the pairs, best maps the other fifth: greatest mean cosine over
/// five folds. `affine`: for affineMap(). With fewer than 10 pairs 1, which is halfway to the means of all pairs.
double chooseRidge(const MatrixView &a, const MatrixView &b, bool affine = false, const RunContext &context = {});

} // namespace anchorscope
