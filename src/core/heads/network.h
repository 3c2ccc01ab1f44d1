// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/random.h"
#include "core/runcontext.h"

#include <functional>
#include <vector>

namespace anchorscope {

/// Activation function between the layers of a network.
enum class Activation { tanh, relu, cos };

/// A small fully connected network: linear layers with the same activation function after all but the last. Used as
/// decoder for reconstruction stitching, as classification head, and as encoder of the digits example.
struct Network
{
    struct Layer
    {
        Matrix weights; ///< weights of a layer, outputs × inputs
        Vector bias;    ///< biases of a layer, one for each output
    };
    std::vector<Layer> layers = {};
    Activation activation = Activation::tanh;

    /// Returns the input `rows` (n × number of inputs), followed by the outputs of each layer; the network's output is
    /// last.
    std::vector<Matrix> activations(const Matrix &rows) const;
    /// Returns the outputs of the last layer (n × number of outputs), computed in parallel over blocks of rows.
    Matrix apply(const Matrix &rows, const RunContext &context = {}) const;
};

/// Creates a network with random weights. `sizes` contains the number of inputs, the size of each hidden layer, and the
/// number of outputs. Weights and biases are uniform in ±1/√(number of inputs of their layer).
Network startNetwork(const std::vector<Index> &sizes, Random &random);

/// Returns the gradient of a loss with respect to all parameters of the network. `activations` is the result of
/// activations() for n rows; `toOutput` (n × number of outputs) is the gradient with respect to the network's output.
Network backPropagate(const Network &network, const std::vector<Matrix> &activations, const Matrix &toOutput);

/// Function that returns the loss of a batch and writes its gradient with respect to `outputs`. Row i of `outputs`
/// belongs to item items[i].
using BatchLoss = std::function<double(const Matrix &outputs, const std::vector<ItemIndex> &items, Matrix &toOutputs)>;

/// Returns the loss for regression: the mean over all entries of (output − target)²; the target of an item is row
/// `item` of `targets`.
BatchLoss squaredLoss(const Matrix &targets);
/// Returns the loss for classification: the mean log-loss of the softmax of the outputs; `labels` contains one class
/// per item.
BatchLoss classLoss(const std::vector<std::int32_t> &labels);

struct TrainingOptions
{
    double learningRate = 1e-3;
    Index batch = 64;
    int epochs = 30;
    std::uint64_t seed = 0; ///< random seed for the order of batches
};

/// Trains a network by Adam over shuffled batches, in one thread, so that the same seed gives the same network.
/// `onEpoch(epoch, loss)` is called after every epoch; the first has number 1. Returns false if cancelled.
bool trainNetwork(Network &network, const Matrix &rows, const BatchLoss &loss, const TrainingOptions &options,
                  const RunContext &context = {}, const std::function<void(int epoch, double loss)> &onEpoch = {});

} // namespace anchorscope
