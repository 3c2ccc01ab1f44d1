// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/field.h"
#include "core/projection/whiten.h"
#include "core/result.h"
#include "core/runcontext.h"
#include "core/termination.h"

#include <functional>
#include <vector>

namespace anchorscope {

/// Options of learned anchors (PARAM). The paper gives neither weights nor rates, so all values are ours. 200 steps of
/// 256 items at rate 0.05 take six times as long and give the same result: on the digits' two autoencoders with 100
/// anchors, MRR 0.999 instead of 0.998, and accuracy 0.948 in both cases.
struct LearnedAnchorsOptions
{
    Index anchors = 300;
    double temperature = 1; ///< τ of P = row-softmax(Q / τ)
    double jaccardWeight = 1;
    double jaccardTemperature = 0.1;
    double barlowWeight = 1;
    double barlowOffDiagonal = 5e-3;
    double alignmentWeight = 1;
    double cohesionWeight = 0.1;
    double learningRate = 0.1;
    int steps = 60;
    Index batch = 128;
    std::uint64_t seed = 0;
    SimilarityOptions similarity; ///< λ and ε of the whitened similarity
};

template <> std::span<const Field<LearnedAnchorsOptions>> fields();

/// Loss terms of one step, weighted as they enter the sum.
struct LearnedAnchorsStep
{
    int step = 0; ///< number of the learning step, from 1
    double loss = 0, jaccard = 0, barlow = 0, alignment = 0, cohesion = 0;
    double seconds = 0;
};

struct LearnedAnchorsSummary
{
    Termination termination = Termination::notRun;
    Matrix mixture; ///< P: k × k_sub, non-negative rows that sum to 1, of the step of lowest loss; empty if cancelled
    std::vector<LearnedAnchorsStep> history;
    double seconds = 0;
};

/// Learns P shared by all banks, A⁽ᵇ⁾ = P X_sub⁽ᵇ⁾, by Adam on Q through the whitened similarity (PARAM 2). Of more
/// than four banks each step draws four, so that its time does not grow with the square of their number. banks: two or
/// more matrices of raw vectors; subset: for each bank the rows of the k_sub parallel items, in the same order. Errors:
/// "too-few-spaces", "too-few-pairs" (k_sub < 2 or different counts), and those of checkFields().
Result<LearnedAnchorsSummary> learnAnchors(const std::vector<const Matrix *> &banks,
                                           const std::vector<std::vector<ItemIndex>> &subset,
                                           const LearnedAnchorsOptions &options, const RunContext &context = {},
                                           const std::function<void(const LearnedAnchorsStep &)> &onStep = {});

/// The whole objective on given banks, for the optimizer and its gradient check. grams: per bank Z Zᵀ of the whitened
/// subset, k_sub × k_sub; rows: items of the batch; logits: Q, k × k_sub. Returns the terms and fills `gradient` (as
/// Q).
LearnedAnchorsStep learnedAnchorsObjective(const std::vector<MatrixD> &grams, const std::vector<ItemIndex> &rows,
                                           const MatrixD &logits, const LearnedAnchorsOptions &options,
                                           MatrixD &gradient);

} // namespace anchorscope
