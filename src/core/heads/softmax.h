// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/heads/head.h"

namespace anchorscope {

/// Multinomial logistic regression: predicts the class with the greatest entry of W x + b.
class SoftmaxHead : public Head
{
public:
    SoftmaxHead(MatrixD weights, int iterations) : m_weights(std::move(weights)), m_iterations(iterations) {}

    std::vector<std::int32_t> predict(const MatrixView &rows, const RunContext &context) const override;
    int iterations() const override { return m_iterations; }
    /// Parameters, classes × (k + 1): W, and b in the last column.
    const MatrixD &weights() const { return m_weights; }

private:
    MatrixD m_weights;
    int m_iterations;
};

/// Minimizes Σ log-loss + ‖W‖²/(2C) by L-BFGS in float64, until the gradient's largest entry is below
/// options.gradientBelow · n or after options.maxIterations. `rows`: n × k, n ≥ 1; `labels` in [0, classes). Bitwise
/// identical for any number of threads. Returns null if cancelled.
std::unique_ptr<Head> trainSoftmax(const MatrixView &rows, const std::vector<std::int32_t> &labels, Index classes,
                                   const HeadOptions &options, const RunContext &context);

} // namespace anchorscope
