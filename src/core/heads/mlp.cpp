// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/mlp.h"

#include "core/heads/adamstep.h"
#include "core/heads/network.h"
#include "core/parallel.h"
#include "core/random.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

constexpr float varianceFloor = 1e-5f; ///< constant added to the variance in the LayerNorm, as is customary

struct Activations
{
    Matrix normalized; ///< normalized rows, of zero mean and unit variance
    Vector inverse;    ///< reciprocal of the standard deviation of each row
    Matrix scaled, hidden, scores;
};

Activations forward(const MlpWeights &weights, const Matrix &rows)
{
    Activations a;
    const Matrix centred = rows.colwise() - Vector(rows.rowwise().mean());
    a.inverse = (centred.rowwise().squaredNorm() / static_cast<float>(rows.cols())).array() + varianceFloor;
    a.inverse = a.inverse.array().rsqrt();
    a.normalized = centred.array().colwise() * a.inverse.array();
    a.scaled = (a.normalized.array().rowwise() * weights.scale.transpose().array()).rowwise() +
               weights.shift.transpose().array();
    a.hidden = ((a.scaled * weights.hidden.transpose()).rowwise() + weights.hiddenBias.transpose()).array().tanh();
    a.scores = (a.hidden * weights.output.transpose()).rowwise() + weights.outputBias.transpose();
    return a;
}

/// Returns initial weights: uniform in ±1/√k for the linear layers, and a LayerNorm that does not change its input.
MlpWeights startWeights(Index k, Index classes, Random &random)
{
    const double bound = 1 / std::sqrt(static_cast<double>(k));
    const auto fill = [&](auto &parameters) {
        for (Index i = 0; i < parameters.size(); ++i)
            parameters.data()[i] = static_cast<float>((2 * random.uniform() - 1) * bound);
    };
    MlpWeights weights{Vector::Ones(k), Vector::Zero(k), Matrix(k, k), Matrix(classes, k), Vector(k), Vector(classes)};
    fill(weights.hidden);
    fill(weights.hiddenBias);
    fill(weights.output);
    fill(weights.outputBias);
    return weights;
}

class MlpAdam
{
public:
    explicit MlpAdam(double rate)
        : m_scale(rate), m_shift(rate), m_hiddenBias(rate), m_outputBias(rate), m_hidden(rate), m_output(rate)
    {
    }

    void operator()(const MlpWeights &gradient, MlpWeights &weights)
    {
        m_scale(gradient.scale, weights.scale);
        m_shift(gradient.shift, weights.shift);
        m_hidden(gradient.hidden, weights.hidden);
        m_hiddenBias(gradient.hiddenBias, weights.hiddenBias);
        m_output(gradient.output, weights.output);
        m_outputBias(gradient.outputBias, weights.outputBias);
    }

private:
    AdamStep<Vector> m_scale, m_shift, m_hiddenBias, m_outputBias;
    AdamStep<Matrix> m_hidden, m_output;
};

} // namespace

double mlpLoss(const MlpWeights &weights, const Matrix &rows, const std::vector<std::int32_t> &labels,
               MlpWeights &gradient)
{
    const Activations a = forward(weights, rows);
    Matrix toScores;
    const double loss = classLoss(labels)(a.scores, allItems(rows.rows()), toScores);
    gradient.output = toScores.transpose() * a.hidden;
    gradient.outputBias = toScores.colwise().sum().transpose();
    const Matrix toHidden = (toScores * weights.output).array() * (1 - a.hidden.array().square());
    gradient.hidden = toHidden.transpose() * a.scaled;
    gradient.hiddenBias = toHidden.colwise().sum().transpose();
    const Matrix toScaled = toHidden * weights.hidden;
    gradient.scale = toScaled.cwiseProduct(a.normalized).colwise().sum().transpose();
    gradient.shift = toScaled.colwise().sum().transpose();
    return loss;
}

std::vector<std::int32_t> MlpHead::predict(const MatrixView &rows, const RunContext &context) const
{
    std::vector<std::int32_t> predicted(static_cast<std::size_t>(rows.rows()));
    forBlocks(
        rows.rows(), 256,
        [&](Index begin, Index end) {
            const Activations a = forward(m_weights, rows.middleRows(begin, end - begin));
            for (Index i = begin; i < end; ++i) {
                Index best = 0;
                a.scores.row(i - begin).maxCoeff(&best);
                predicted[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(best);
            }
        },
        context);
    return predicted;
}

std::unique_ptr<Head> trainMlp(const MatrixView &rows, const std::vector<std::int32_t> &labels, Index classes,
                               const HeadOptions &options, const RunContext &context)
{
    Random random(options.seed);
    MlpWeights weights = startWeights(rows.cols(), classes, random);
    MlpWeights gradient;
    MlpAdam adam(options.learningRate);
    for (int epoch = 0; epoch < options.epochs; ++epoch) {
        const std::vector<ItemIndex> order = random.permutation(rows.rows());
        for (Index begin = 0; begin < rows.rows(); begin += options.batch) {
            if (context.cancelled())
                return nullptr;
            const Index count = std::min(options.batch, rows.rows() - begin);
            Matrix batch(count, rows.cols());
            std::vector<std::int32_t> batchLabels;
            for (Index i = 0; i < count; ++i) {
                const ItemIndex item = order[static_cast<std::size_t>(begin + i)];
                batch.row(i) = rows.row(item);
                batchLabels.push_back(labels[static_cast<std::size_t>(item)]);
            }
            mlpLoss(weights, batch, batchLabels, gradient);
            adam(gradient, weights);
        }
        context.report((epoch + 1.0) / options.epochs, "Training the head");
    }
    return std::make_unique<MlpHead>(std::move(weights), options.epochs);
}

} // namespace anchorscope
