// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/head.h"

#include "core/heads/mlp.h"
#include "core/heads/plainhead.h"
#include "core/heads/softmax.h"

#include <algorithm>

namespace anchorscope {

namespace {

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
