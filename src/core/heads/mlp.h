// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/heads/head.h"

namespace anchorscope {

/// Network head with the layers LayerNorm, Linear k → k, tanh, Linear k → classes, like the head that RR released.
struct MlpWeights
{
    Vector scale, shift;   ///< parameters of the LayerNorm, k each
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

/// Trains on the log-loss by Adam over shuffled batches (options: learningRate, batch, epochs, seed), in one thread, so
/// that the same seed gives the same head. rows n × k, labels in [0, classes). Null if cancelled.
std::unique_ptr<Head> trainMlp(const MatrixView &rows, const std::vector<std::int32_t> &labels, Index classes,
                               const HeadOptions &options, const RunContext &context);

/// Mean log-loss of a batch and its gradient, for training and for the gradient's test.
double mlpLoss(const MlpWeights &weights, const Matrix &rows, const std::vector<std::int32_t> &labels,
               MlpWeights &gradient);

} // namespace anchorscope
