// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/plainhead.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

constexpr Index hiddenUnits = 64, fewestSteps = 1000;

Matrix entering(const MatrixView &rows)
{
    return rows * std::sqrt(static_cast<float>(rows.cols()));
}

} // namespace

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

template std::unique_ptr<Head> trainPlain<Activation::cos>(const MatrixView &, const std::vector<std::int32_t> &, Index,
                                                           const HeadOptions &, const RunContext &);
template std::unique_ptr<Head> trainPlain<Activation::tanh>(const MatrixView &, const std::vector<std::int32_t> &,
                                                            Index, const HeadOptions &, const RunContext &);
template std::unique_ptr<Head> trainPlain<Activation::relu>(const MatrixView &, const std::vector<std::int32_t> &,
                                                            Index, const HeadOptions &, const RunContext &);

} // namespace anchorscope
