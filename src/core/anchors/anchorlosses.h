// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

namespace anchorscope {

/// A loss of two batches of relative vectors of the same items, and its gradient (B × k each). PARAM names these
/// losses without formulas; the formulas here are ours (core/definitions.md, 9).
struct PairLoss
{
    double value = 0;
    MatrixD gradientF, gradientG;
};

/// Softmax of each row at this temperature.
MatrixD softmaxRows(const MatrixD &f, double temperature);

/// Loss 1 − Σ min(p, q) / Σ max(p, q), p and q the softmax of f and g at this temperature; mean over the batch.
PairLoss softJaccardLoss(const MatrixD &f, const MatrixD &g, double temperature);

/// Loss Σ (1 − C_ii)² + offDiagonal · Σ_{i≠j} C_ij², divided by k; C is the cross-correlation of the batch-standardized
/// f and g (Zbontar et al., ICML 2021). Dimensions constant over the batch count as zero. B ≥ 2.
PairLoss barlowTwinsLoss(const MatrixD &f, const MatrixD &g, double offDiagonal);

/// Loss of L2-normalized rows: mean ‖f − g‖² + ½ Σ over both of log mean_ij exp(−2 ‖f_i − f_j‖²), i ≠ j (Wang & Isola,
/// ICML 2020). B ≥ 2.
PairLoss alignmentUniformityLoss(const MatrixD &f, const MatrixD &g);

} // namespace anchorscope
