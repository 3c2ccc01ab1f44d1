// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/heads/head.h"

namespace anchorscope {

/// Parameters of a network head with the layers LayerNorm, Linear k → k, tanh, Linear k → classes, like the head that
/// was released with the paper on relative representations (RR).
struct MlpWeights
{
    Vector scale, shift;   ///< scale and shift of the LayerNorm, k numbers each
    Matrix hidden, output; ///< weights of the linear layers, k × k and classes × k
    Vector hiddenBias, outputBias;
};

class MlpHead : public Head
{
public:
    MlpHead(MlpWeights weights, int epochs) : m_weights(std::move(weights)), m_epochs(epochs) {}

    std::vector<std::int32_t> predict(const MatrixView &rows, const RunContext &context) const override;
    int iterations() const override { return m_epochs; }

private:
    MlpWeights m_weights;
    int m_epochs;
};

/// Trains a network head on the log-loss by Adam over shuffled batches (options used: learningRate, batch, epochs,
/// seed), in one thread, so that the same seed gives the same head. `rows` are n × k, `labels` in [0, classes). Returns
/// null if cancelled.
std::unique_ptr<Head> trainMlp(const MatrixView &rows, const std::vector<std::int32_t> &labels, Index classes,
                               const HeadOptions &options, const RunContext &context);

/// Returns the mean log-loss of a batch and writes its gradient with respect to the weights to `gradient`. Public
/// because a test compares the gradient with finite differences.
double mlpLoss(const MlpWeights &weights, const Matrix &rows, const std::vector<std::int32_t> &labels,
               MlpWeights &gradient);

} // namespace anchorscope
