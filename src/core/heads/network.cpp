// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/network.h"

#include "core/heads/adamstep.h"
#include "core/parallel.h"
#include "core/projection/relative.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

class NetworkAdam
{
public:
    NetworkAdam(const Network &network, double rate)
        : m_weights(network.layers.size(), AdamStep<Matrix>(rate)),
          m_bias(network.layers.size(), AdamStep<Vector>(rate))
    {
    }
    void operator()(const Network &gradient, Network &network)
    {
        for (std::size_t i = 0; i < network.layers.size(); ++i) {
            m_weights[i](gradient.layers[i].weights, network.layers[i].weights);
            m_bias[i](gradient.layers[i].bias, network.layers[i].bias);
        }
    }

private:
    std::vector<AdamStep<Matrix>> m_weights;
    std::vector<AdamStep<Vector>> m_bias;
};

Matrix activated(Matrix sums, Activation activation)
{
    if (activation == Activation::cos)
        sums = sums.array().cos();
    else if (activation == Activation::relu)
        sums = sums.array().max(0.0f);
    else
        sums = sums.array().tanh();
    return sums;
}

/// Derivatives of the activation function. `in`: input of the layer; `out`: output of its activation.
Matrix slopes(const Network &network, std::size_t layer, const Matrix &in, const Matrix &out)
{
    if (network.activation == Activation::tanh)
        return 1 - out.array().square();
    if (network.activation == Activation::relu)
        return (out.array() > 0).cast<float>();
    const auto &[weights, bias] = network.layers[layer];
    const Matrix sums = (in * weights.transpose()).rowwise() + bias.transpose();
    // derivative of the cosine; it cannot be computed from `out`, the cosine itself
    return -sums.array().sin();
}

} // namespace

std::vector<Matrix> Network::activations(const Matrix &rows) const
{
    std::vector<Matrix> result{rows};
    for (std::size_t i = 0; i < layers.size(); ++i) {
        Matrix next = (result.back() * layers[i].weights.transpose()).rowwise() + layers[i].bias.transpose();
        if (i + 1 < layers.size())
            next = activated(std::move(next), activation);
        result.push_back(std::move(next));
    }
    return result;
}

Matrix Network::apply(const Matrix &rows, const RunContext &context) const
{
    Matrix result(rows.rows(), layers.back().weights.rows());
    forBlocks(
        rows.rows(), 256,
        [&](Index begin, Index end) {
            result.middleRows(begin, end - begin) = activations(rows.middleRows(begin, end - begin)).back();
        },
        context);
    return result;
}

Network startNetwork(const std::vector<Index> &sizes, Random &random)
{
    Network network;
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
        const double bound = 1 / std::sqrt(static_cast<double>(sizes[i]));
        Network::Layer layer{Matrix(sizes[i + 1], sizes[i]), Vector(sizes[i + 1])};
        const auto fill = [&](auto &parameters) {
            for (Index j = 0; j < parameters.size(); ++j)
                parameters.data()[j] = static_cast<float>((2 * random.uniform() - 1) * bound);
        };
        fill(layer.weights);
        fill(layer.bias);
        network.layers.push_back(std::move(layer));
    }
    return network;
}

Network backPropagate(const Network &network, const std::vector<Matrix> &activations, const Matrix &toOutput)
{
    Network gradient;
    gradient.layers.resize(network.layers.size());
    Matrix to = toOutput;
    for (std::size_t i = network.layers.size(); i-- > 0;) {
        gradient.layers[i].weights = to.transpose() * activations[i];
        gradient.layers[i].bias = to.colwise().sum().transpose();
        if (i > 0) {
            const Matrix toHidden = to * network.layers[i].weights;
            to = toHidden.cwiseProduct(slopes(network, i - 1, activations[i - 1], activations[i]));
        }
    }
    return gradient;
}

BatchLoss squaredLoss(const Matrix &targets)
{
    return [&targets](const Matrix &outputs, const std::vector<ItemIndex> &items, Matrix &toOutputs) {
        toOutputs = outputs - rowsOf(targets, items);
        const double loss = toOutputs.cast<double>().squaredNorm() / static_cast<double>(outputs.size());
        toOutputs *= 2 / static_cast<float>(outputs.size());
        return loss;
    };
}

BatchLoss classLoss(const std::vector<std::int32_t> &labels)
{
    return [&labels](const Matrix &outputs, const std::vector<ItemIndex> &items, Matrix &toOutputs) {
        toOutputs = outputs.colwise() - Vector(outputs.rowwise().maxCoeff());
        toOutputs = toOutputs.array().exp();
        toOutputs.array().colwise() /= Vector(toOutputs.rowwise().sum()).array();
        double loss = 0;
        for (Index i = 0; i < outputs.rows(); ++i) {
            float &own = toOutputs(i, labels[static_cast<std::size_t>(items[static_cast<std::size_t>(i)])]);
            loss -= std::log(std::max(static_cast<double>(own), 1e-30));
            own -= 1;
        }
        toOutputs /= static_cast<float>(outputs.rows());
        return loss / static_cast<double>(outputs.rows());
    };
}

bool trainNetwork(Network &network, const Matrix &rows, const BatchLoss &loss, const TrainingOptions &options,
                  const RunContext &context, const std::function<void(int, double)> &onEpoch)
{
    Random random(options.seed);
    NetworkAdam adam(network, options.learningRate);
    for (int epoch = 1; epoch <= options.epochs; ++epoch) {
        const std::vector<ItemIndex> order = random.permutation(rows.rows());
        double sum = 0;
        for (Index begin = 0; begin < rows.rows(); begin += options.batch) {
            if (context.cancelled())
                return false;
            const Index count = std::min(options.batch, rows.rows() - begin);
            const std::vector<ItemIndex> items(order.begin() + begin, order.begin() + begin + count);
            const auto activations = network.activations(rowsOf(rows, items));
            Matrix toOutputs;
            sum += loss(activations.back(), items, toOutputs) * static_cast<double>(count);
            adam(backPropagate(network, activations, toOutputs), network);
        }
        context.report(static_cast<double>(epoch) / options.epochs, "Training a network");
        if (onEpoch)
            onEpoch(epoch, sum / static_cast<double>(rows.rows()));
    }
    return true;
}

} // namespace anchorscope
