// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/field.h"
#include "core/matrix.h"
#include "core/projection/whiten.h"
#include "core/result.h"
#include "core/runcontext.h"
#include "core/termination.h"

#include <functional>
#include <vector>

namespace anchorscope {

/// Options for learning anchors (paper PARAM). The values are ours, since the paper gives neither weights nor rates.
/// 200 steps of 256 items at rate 0.05 take six times as long and are hardly better: for 100 anchors on two
/// autoencoders of the example “digits”, MRR is 0.999 instead of 0.998, accuracy 0.948 in both cases.
struct LearnedAnchorsOptions
{
    Index anchors = 300;
    double temperature = 1; ///< temperature τ of the softmax that turns logits Q into weights P
    double jaccardWeight = 1;
    double jaccardTemperature = 0.1;
    double barlowWeight = 1;
    double barlowOffDiagonal = 5e-3;
    double alignmentWeight = 1;
    double cohesionWeight = 0.1;
    double learningRate = 0.1;
    int steps = 60; ///< number of steps of Adam; 0: anchors are computed in closed form
    Index batch = 128;
    std::uint64_t seed = 0;
    SimilarityOptions similarity; ///< options of the whitened similarity: shrinkage λ and ridge ε
};

template <> std::span<const Field<LearnedAnchorsOptions>> fields();

struct LearnedAnchorsStep
{
    int step = 0;
    double loss = 0, jaccard = 0, barlow = 0, alignment = 0, cohesion = 0;
    double seconds = 0;
};

struct LearnedAnchorsSummary
{
    Termination termination = Termination::notRun;
    /// Weights P (≥ 0, row sums 1) of the k_sub items in each of the k anchors at the lowest loss; empty if cancelled.
    Matrix mixture;
    std::vector<LearnedAnchorsStep> history;
    double seconds = 0;
};

/// Learns anchors A⁽ᵇ⁾ = P X_sub⁽ᵇ⁾ of two or more spaces b (`banks`: their raw vectors) with one matrix P for all of
/// them. P is row-softmax(Q / τ), and Adam optimizes Q through the whitened similarity (paper PARAM, 2). Each step
/// samples at most four banks, since its time grows with the square of their number. `subset`: for each bank the rows
/// of the same k_sub items, in the same order. With 0 steps P has a closed form, generalized canonical correlation
/// (MAXVAR): row i is the i-th eigenvector of the sum of the banks' whitened Gram matrices, divided by √k_sub and
/// shifted so that it sums to 1. Its weights can be negative, and banks of few dimensions can give fewer anchors than
/// requested. Errors: "too-few-spaces", "too-few-pairs" (k_sub < 2 or different counts), those of checkFields().
Result<LearnedAnchorsSummary> learnAnchors(const std::vector<const Matrix *> &banks,
                                           const std::vector<std::vector<ItemIndex>> &subset,
                                           const LearnedAnchorsOptions &options, const RunContext &context = {},
                                           const std::function<void(const LearnedAnchorsStep &)> &onStep = {});

/// Objective of learnAnchors(). `grams`: for each bank Z Zᵀ of the whitened subset, k_sub × k_sub; `rows`: items of the
/// batch; `logits`: Q, k × k_sub. Returns the terms of the loss and fills `gradient` (shape of Q).
LearnedAnchorsStep learnedAnchorsObjective(const std::vector<MatrixD> &grams, const std::vector<ItemIndex> &rows,
                                           const MatrixD &logits, const LearnedAnchorsOptions &options,
                                           MatrixD &gradient);

/// Loss between two batches f and g of relative vectors of the same B items, with gradients (B × k). The paper PARAM
/// names such losses without formulas; the formulas here are ours (core/definitions.md, 9).
struct PairLoss
{
    double value = 0;
    MatrixD gradientF, gradientG;
};

/// Loss 1 − Σ min(p, q) / Σ max(p, q), averaged over the batch; p, q: softmax of the rows of f and g / `temperature`.
PairLoss softJaccardLoss(const MatrixD &f, const MatrixD &g, double temperature);

/// Loss (Σ (1 − C_ii)² + offDiagonal · Σ_{i≠j} C_ij²) / k; C is the cross-correlation of the standardized batches f and
/// g (Zbontar et al., ICML 2021). Dimensions constant over the batch count as zero. B ≥ 2 items.
PairLoss barlowTwinsLoss(const MatrixD &f, const MatrixD &g, double offDiagonal);

/// Loss of batches f and g with L2-normalized rows: mean ‖f − g‖² plus half the sum, over both batches, of log
/// mean_{i≠j} exp(−2 ‖f_i − f_j‖²) (Wang & Isola, ICML 2020). B ≥ 2 items.
PairLoss alignmentUniformityLoss(const MatrixD &f, const MatrixD &g);

} // namespace anchorscope
