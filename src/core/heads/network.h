// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/random.h"
#include "core/runcontext.h"

#include <functional>
#include <vector>

namespace anchorscope {

enum class Activation { tanh, relu, cos };

/// Fully connected linear layers with one activation function between them. Used as decoder for reconstruction
/// stitching, as classification head, and as encoder of the digits example.
struct Network
{
    struct Layer
    {
        Matrix weights; ///< weights of a layer, outputs × inputs
        Vector bias;
    };
    std::vector<Layer> layers = {};
    Activation activation = Activation::tanh;

    /// Returns the input `rows` (n × number of inputs), then the output of each layer.
    std::vector<Matrix> activations(const Matrix &rows) const;
    /// Returns the output of the last layer (n × number of outputs), in parallel over blocks of rows.
    Matrix apply(const Matrix &rows, const RunContext &context = {}) const;
};

/// Creates a network with random weights, uniform in ±1/√(number of inputs of the layer). `sizes`: number of inputs,
/// size of each hidden layer, number of outputs.
Network startNetwork(const std::vector<Index> &sizes, Random &random);

/// Gradient of a loss with respect to all parameters. `activations`: result of activations() for n rows; `toOutput`: n
/// × number of outputs, gradient with respect to the network's output.
Network backPropagate(const Network &network, const std::vector<Matrix> &activations, const Matrix &toOutput);

/// Returns the loss of a batch and writes its gradient with respect to `outputs`. Row i of `outputs` is item items[i].
using BatchLoss = std::function<double(const Matrix &outputs, const std::vector<ItemIndex> &items, Matrix &toOutputs)>;

/// Mean over all entries of (output − target)²; the target of an item is its row of `targets`.
BatchLoss squaredLoss(const Matrix &targets);
/// Mean log-loss of the softmax of the outputs; `labels` contains one class per item.
BatchLoss classLoss(const std::vector<std::int32_t> &labels);

struct TrainingOptions
{
    double learningRate = 1e-3;
    Index batch = 64;
    int epochs = 30;
    std::uint64_t seed = 0; ///< random seed for the order of batches
};

/// Trains by Adam over shuffled batches, in one thread, so that the same seed gives the same network. Calls
/// onEpoch(epoch, loss) after every epoch, from 1. Returns false if cancelled.
bool trainNetwork(Network &network, const Matrix &rows, const BatchLoss &loss, const TrainingOptions &options,
                  const RunContext &context = {}, const std::function<void(int epoch, double loss)> &onEpoch = {});

} // namespace anchorscope
