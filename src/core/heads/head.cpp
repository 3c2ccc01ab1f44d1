// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/head.h"

#include "core/heads/mlp.h"
#include "core/heads/softmax.h"

#include <algorithm>

namespace anchorscope {

namespace {

const HeadMethod methods[] = {
    {"softmax", "Softmax regression",
     "Multinomial logistic regression, trained to convergence by L-BFGS; the same result in every run.", trainSoftmax},
    {"mlp", "Small network", "LayerNorm, Linear, tanh, Linear, trained by Adam (after the head released with RR).",
     trainMlp},
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
