// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

namespace anchorscope {

/// Loss between two batches f and g of relative vectors of the same B items, with gradients (B × k). The paper PARAM
/// names such losses without formulas; the formulas here are ours (core/definitions.md, 9).
struct PairLoss
{
    double value = 0;
    MatrixD gradientF, gradientG;
};

/// Applies the softmax to each row divided by `temperature`.
MatrixD softmaxRows(const MatrixD &f, double temperature);

/// Loss 1 − Σ min(p, q) / Σ max(p, q), averaged over the batch; p, q: softmaxRows() of the batches.
PairLoss softJaccardLoss(const MatrixD &f, const MatrixD &g, double temperature);

/// Loss (Σ (1 − C_ii)² + offDiagonal · Σ_{i≠j} C_ij²) / k; C is the cross-correlation of the standardized batches f and
/// g (Zbontar et al., ICML 2021). Dimensions constant over the batch count as zero. B ≥ 2 items.
PairLoss barlowTwinsLoss(const MatrixD &f, const MatrixD &g, double offDiagonal);

/// Loss of batches f and g with L2-normalized rows: mean ‖f − g‖² plus half the sum, over both batches, of log
/// mean_{i≠j} exp(−2 ‖f_i − f_j‖²) (Wang & Isola, ICML 2020). B ≥ 2 items.
PairLoss alignmentUniformityLoss(const MatrixD &f, const MatrixD &g);

} // namespace anchorscope
