// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/translate/linearmaps.h"

#include <vector>

namespace anchorscope {

/// Functions that fit maps to k pairs of rows, a: k × dx and b: k × dy, with a ridge λ > 0 relative to the mean of the
/// min(k, dx) greatest eigenvalues that the moments can have, tr(AᵀA)/min(k, dx). The result is the same in the span of
/// the rows as in all dimensions.

/// Computes the W of least ‖A W − B‖² + λ·tr(AᵀA)/min(k, dx)·‖W‖² (Hoerl and Kennard 1970).
MatrixD ridgeMap(const MatrixView &a, const MatrixView &b, double ridge);

/// Like ridgeMap(), between rows minus their means, with an offset that maps one mean to the other.
LinearMap affineMap(const MatrixView &a, const MatrixView &b, double ridge);

/// Map between two spaces by canonical ridge analysis (Vinod 1976; core/definitions.md, 5c and 8): M = L_x⁻ᵀ U S Vᵀ
/// L_yᵀ with L Lᵀ = C + ε·tr(C)/d·I, U S Vᵀ = svd(L_x⁻¹ C_xy L_y⁻ᵀ) less the directions below 0.03·s₁. With all
/// directions it would be ridgeMap(), so chooseRidge() serves both.
MatrixD canonicalRidgeMap(const MatrixView &a, const MatrixView &b, double ridge);

/// Ridges λ that are tried, 1e-4 to 100, half a decade apart: near the best one, the cosine of held-out words and
/// digits changes by less than 0.01 from one to the next.
std::vector<double> ridgeCandidates();

/// Chooses the λ whose ridgeMap(), fitted on four fifths of the pairs, best maps the other fifth: greatest mean cosine
/// over five folds. `affine`: for affineMap(). With fewer than 10 pairs λ = 1, halfway to mapping every row to the
/// mean.
double chooseRidge(const MatrixView &a, const MatrixView &b, bool affine = false, const RunContext &context = {});

} // namespace anchorscope
