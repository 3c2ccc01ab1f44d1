// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/head.h"

#include "core/heads/mlp.h"
#include "core/heads/network.h"
#include "core/heads/softmax.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

/// Network with two hidden layers of 64 units and no normalization (paper IRP, 3.4), so the output can depend on the
/// length of the rows. Input rows (n × k) are multiplied by √k, so that entries of unit rows are of order 1.
class PlainHead : public Head
{
public:
    PlainHead(Network network, int epochs) : m_network(std::move(network)), m_epochs(epochs) {}

    std::vector<std::int32_t> predict(const MatrixView &rows, const RunContext &context) const override;
    int iterations() const override { return m_epochs; }

private:
    Network m_network;
    int m_epochs;
};

constexpr Index hiddenUnits = 64, fewestSteps = 1000;

Matrix entering(const MatrixView &rows)
{
    return rows * std::sqrt(static_cast<float>(rows.cols()));
}

std::vector<std::int32_t> PlainHead::predict(const MatrixView &rows, const RunContext &context) const
{
    const Matrix scores = m_network.apply(entering(rows), context);
    std::vector<std::int32_t> predicted(static_cast<std::size_t>(rows.rows()));
    for (Index i = 0; i < scores.rows(); ++i) {
        Index best = 0;
        scores.row(i).maxCoeff(&best);
        predicted[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(best);
    }
    return predicted;
}

/// Like trainMlp(), but with at least 1 000 steps: small training sets, such as 1 257 images of digits, need them.
template <Activation activation>
std::unique_ptr<Head> trainPlain(const MatrixView &rows, const std::vector<std::int32_t> &labels, Index classes,
                                 const HeadOptions &options, const RunContext &context)
{
    Random random(options.seed);
    Network network = startNetwork({rows.cols(), hiddenUnits, hiddenUnits, classes}, random);
    network.activation = activation;
    const Index batches = (rows.rows() + options.batch - 1) / options.batch;
    TrainingOptions training{options.learningRate, options.batch, options.epochs, options.seed};
    training.epochs = std::max(training.epochs, static_cast<int>((fewestSteps + batches - 1) / batches));
    if (!trainNetwork(network, entering(rows), classLoss(labels), training, context))
        return nullptr;
    return std::make_unique<PlainHead>(std::move(network), training.epochs);
}

const HeadMethod methods[] = {
    {"softmax", "Softmax regression",
     "Multinomial logistic regression, trained to convergence by L-BFGS; the same result in every run.", trainSoftmax},
    {"mlp", "Small network", "LayerNorm, Linear, tanh, Linear, trained by Adam (after the head released with RR).",
     trainMlp},
    {"cos", "Plain network, cosine", "Two hidden layers with the cosine and no normalization (IRP 3.4).",
     trainPlain<Activation::cos>},
    {"tanh", "Plain network, tanh", "Two hidden layers with tanh and no normalization (IRP 3.4).",
     trainPlain<Activation::tanh>},
    {"relu", "Plain network, ReLU", "Two hidden layers with ReLU and no normalization (IRP 3.4).",
     trainPlain<Activation::relu>},
};

using O = HeadOptions;
const Field<O> headFields[] = {
    {"head-cost", "Cost", "softmax head: cost of errors, C in ‖W‖²/(2C)", "C", &O::c, 1e-9, 1e9, "", ofSoftmax},
    {"", "Iterations of the head", "", "", &O::maxIterations, 1, anyCount, "", ofSoftmax},
    {"", "Tolerance of the head", "", "", &O::gradientBelow, 1e-300, 1, "", ofSoftmax},
    {"head-rate", "Learning rate of the head", "network heads: learning rate of Adam", "R", &O::learningRate, 1e-12,
     1000, "", ofNetworks},
    {"head-batch", "Batch of the head", "network heads: items in a step", "N", &O::batch, 1, anyCount, "", ofNetworks},
    {"head-epochs", "Epochs of the head", "network heads: passes over all items", "N", &O::epochs, 1, 1e6, "",
     ofNetworks},
};

} // namespace

template <> std::span<const Field<HeadOptions>> fields()
{
    return headFields;
}

std::span<const HeadMethod> headMethods()
{
    return methods;
}

const HeadMethod *findHead(std::string_view id)
{
    const auto found = std::ranges::find(methods, id, &HeadMethod::id);
    return found == std::end(methods) ? nullptr : &*found;
}

} // namespace anchorscope
