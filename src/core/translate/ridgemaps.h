// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/translate/linearmaps.h"

#include <vector>

namespace anchorscope {

/// Maps fitted to k pairs of rows, a: k × dx and b: k × dy, with a ridge λ > 0. The ridge is relative to tr(AᵀA)/min(k,
/// dx), the mean of the min(k, dx) eigenvalues that can exceed 0, so a fit in the span of the rows gives the same map.

/// Computes the W of least ‖A W − B‖² + λ·tr(AᵀA)/min(k, dx)·‖W‖² (Hoerl and Kennard 1970) for k pairs of rows: A is
/// k × dx, B is k × dy, λ is `ridge`.
MatrixD ridgeMap(const MatrixView &a, const MatrixView &b, double ridge);

/// Like ridgeMap(), but subtracts the mean rows of a and b before the fit, and adds an offset to the map, so that the
/// map takes the mean row of a to the mean row of b.
LinearMap affineMap(const MatrixView &a, const MatrixView &b, double ridge);

/// Map by canonical ridge analysis (Vinod 1976; core/definitions.md, 5c and 8): M = L_x⁻ᵀ U S Vᵀ L_yᵀ with C +
/// ε·tr(C)/d·I = L Lᵀ and U S Vᵀ = svd(L_x⁻¹ C_xy L_y⁻ᵀ), without directions whose singular value is below 0.03 times
/// the greatest one. With all directions M would equal the map of ridgeMap(), so chooseRidge() serves both.
MatrixD canonicalRidgeMap(const MatrixView &a, const MatrixView &b, double ridge);

/// Ridges λ from 1e-4 to 100, half a decade apart. Near the best one, neighbours differ by less than 0.01 in mean
/// cosine (words, digits).
std::vector<double> ridgeCandidates();

/// Chooses the ridge λ with which ridgeMap() (or affineMap() if `affine`) has the greatest mean cosine in
/// cross-validation over five folds. With fewer than 10 pairs λ is 1, which halves a direction of mean variance.
double chooseRidge(const MatrixView &a, const MatrixView &b, bool affine = false, const RunContext &context = {});

} // namespace anchorscope
