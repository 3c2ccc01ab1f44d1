// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/heads/head.h"

namespace anchorscope {

/// Parameters of the layers LayerNorm, Linear k → k, tanh, Linear k → classes, as in the head released with the paper
/// RR.
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
/// seed), in one thread, so that equal seeds give equal heads. `rows`: n × k, `labels` in [0, classes). Null if
/// cancelled.
std::unique_ptr<Head> trainMlp(const MatrixView &rows, const std::vector<std::int32_t> &labels, Index classes,
                               const HeadOptions &options, const RunContext &context);

/// Returns the mean log-loss of a batch and writes its gradient to `gradient`. Public for a test of the gradient.
double mlpLoss(const MlpWeights &weights, const Matrix &rows, const std::vector<std::int32_t> &labels,
               MlpWeights &gradient);

} // namespace anchorscope
