// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/head.h"

#include "core/evaluate/softmax.h"

#include <algorithm>

namespace anchorscope {

namespace {

const HeadMethod methods[] = {
    {"softmax", "Softmax regression",
     "Multinomial logistic regression, trained to convergence by L-BFGS; the same result in every run.", trainSoftmax},
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
