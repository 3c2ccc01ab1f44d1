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
    {"cos", "Plain network, cosine", "Two hidden layers with the cosine and no normalisation (IRP 3.4).",
     trainPlain<Activation::cos>},
    {"tanh", "Plain network, tanh", "Two hidden layers with tanh and no normalisation (IRP 3.4).",
     trainPlain<Activation::tanh>},
    {"relu", "Plain network, ReLU", "Two hidden layers with ReLU and no normalisation (IRP 3.4).",
     trainPlain<Activation::relu>},
};

} // namespace

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
