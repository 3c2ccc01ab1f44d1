// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/random.h"
#include "core/runcontext.h"

#include <functional>
#include <vector>

namespace anchorscope {

/// Activation between the layers of a network.
enum class Activation { tanh, relu, cos };

/// A small fully connected network: linear layers, an activation between them, the last one linear. For decoders of
/// reconstruction stitching, for heads and for the encoders of the digits example.
struct Network
{
    struct Layer
    {
        Matrix weights; ///< weights of a layer, out × in
        Vector bias;    ///< biases of a layer, one for each output
    };
    std::vector<Layer> layers = {};
    Activation activation = Activation::tanh;

    /// Outputs of all layers for n × in rows, the rows themselves first, the network's output last.
    std::vector<Matrix> activations(const Matrix &rows) const;
    /// Outputs of the last layer, computed in parallel over row blocks; n × out.
    Matrix apply(const Matrix &rows, const RunContext &context = {}) const;
};

/// Creates a network. sizes: in, hidden …, out. Weights and biases are uniform in ±1/√in of their layer.
Network startNetwork(const std::vector<Index> &sizes, Random &random);

/// Gradient of a loss with respect to all parameters, from its gradient with respect to the output (n × out) and
/// activations() of the n rows.
Network backPropagate(const Network &network, const std::vector<Matrix> &activations, const Matrix &toOutput);

/// Loss of a batch of outputs (row i belongs to item items[i]) and its gradient with respect to them.
using BatchLoss = std::function<double(const Matrix &outputs, const std::vector<ItemIndex> &items, Matrix &toOutputs)>;

/// Loss: mean over all entries of (output − target)²; the target row of an item is targets.row(item).
BatchLoss squaredLoss(const Matrix &targets);
/// Loss: mean log-loss of the softmax of the outputs; labels has one class per item.
BatchLoss classLoss(const std::vector<std::int32_t> &labels);

struct TrainingOptions
{
    double learningRate = 1e-3;
    Index batch = 64;
    int epochs = 30;
    std::uint64_t seed = 0; ///< random seed for the order of batches
};

/// Trains by Adam over shuffled batches, in one thread, so that the same seed gives the same network. `onEpoch(epoch,
/// loss)` is called after every epoch, from 1. False if cancelled.
bool trainNetwork(Network &network, const Matrix &rows, const BatchLoss &loss, const TrainingOptions &options,
                  const RunContext &context = {}, const std::function<void(int epoch, double loss)> &onEpoch = {});

} // namespace anchorscope
