// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/softmax.h"

#include "core/heads/lbfgs.h"
#include "core/parallel.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace anchorscope {

namespace {

/// Number of gradient changes that L-BFGS stores. With 40 it takes 48 to 68 evaluations of the loss (digits, relative
/// to 60 and to 300 anchors), with 10 it takes 75 to 86.
constexpr int changesKept = 40;
constexpr Index chunkRows = 128; ///< number of rows converted to float64 together; fits in the second-level cache

void classScores(const MatrixD &rows, const MatrixD &weights, MatrixD &scores)
{
    scores.noalias() = rows * weights.leftCols(rows.cols()).transpose();
    scores.rowwise() += weights.col(rows.cols()).transpose();
}

/// Replaces scores by softmax(scores) − one-hot(labels); returns Σ log-loss.
double residuals(MatrixD &scores, const std::int32_t *labels)
{
    double loss = 0;
    for (Index i = 0; i < scores.rows(); ++i) {
        auto row = scores.row(i).array();
        const double own = row[labels[i]], greatest = row.maxCoeff();
        row = (row - greatest).exp();
        const double sum = row.sum();
        loss += greatest + std::log(sum) - own;
        row /= sum;
        row[labels[i]] -= 1;
    }
    return loss;
}

struct Partial
{
    double loss = 0;
    MatrixD gradient;
};

/// Loss and gradient for the rows minus `mean`. `weights`: classes × (k + 1), biases in the last column.
Partial lossOf(const MatrixView &rows, const Eigen::RowVectorXd &mean, const std::vector<std::int32_t> &labels,
               const MatrixD &weights, const RunContext &context)
{
    // At most 32 blocks of rows, because each needs a matrix of the size of `weights`.
    const Index blockRows = std::max<Index>(chunkRows, (rows.rows() + 31) / 32);
    const auto partials = mapBlocks(
        rows.rows(), blockRows,
        [&](Index begin, Index end) {
            Partial partial{0, MatrixD::Zero(weights.rows(), weights.cols())};
            MatrixD chunk, scores;
            for (Index i = begin; i < end && !context.cancelled(); i += chunkRows) {
                chunk = rows.middleRows(i, std::min(chunkRows, end - i)).cast<double>().rowwise() - mean;
                classScores(chunk, weights, scores);
                partial.loss += residuals(scores, labels.data() + i);
                partial.gradient.leftCols(rows.cols()).noalias() += scores.transpose() * chunk;
                partial.gradient.col(rows.cols()) += scores.colwise().sum().transpose();
            }
            return partial;
        },
        context);
    Partial total{0, MatrixD::Zero(weights.rows(), weights.cols())};
    if (!partials)
        return total;
    for (const Partial &partial : *partials) {
        total.loss += partial.loss;
        total.gradient += partial.gradient;
    }
    return total;
}

} // namespace

std::unique_ptr<Head> trainSoftmax(const MatrixView &rows, const std::vector<std::int32_t> &labels, Index classes,
                                   const HeadOptions &options, const RunContext &context)
{
    assert(static_cast<Index>(labels.size()) == rows.rows());
    const Index k = rows.cols(), width = k + 1;
    // Subtracting the mean of the rows does not change the minimum: W x + b equals W (x − mean) + b', and b' is not
    // penalized. If all rows have similar directions, like relative vectors, it takes far fewer steps.
    const Eigen::RowVectorXd mean = rows.cast<double>().colwise().mean();
    const auto evaluate = [&](const VectorD &position, VectorD &gradient) {
        const MatrixD weights = Eigen::Map<const MatrixD>(position.data(), classes, width);
        Partial sum = lossOf(rows, mean, labels, weights, context);
        const auto penalised = weights.leftCols(k);
        sum.gradient.leftCols(k) += penalised / options.c;
        gradient = Eigen::Map<const VectorD>(sum.gradient.data(), sum.gradient.size());
        return sum.loss + penalised.squaredNorm() / (2 * options.c);
    };
    LbfgsOptions lbfgs;
    lbfgs.memory = changesKept;
    lbfgs.maxIterations = options.maxIterations;
    lbfgs.gradientBelow = options.gradientBelow * static_cast<double>(rows.rows());
    const LbfgsSummary summary =
        minimize(evaluate, VectorD::Zero(classes * width), lbfgs, [&] { return context.cancelled(); });
    if (context.cancelled())
        return nullptr;
    MatrixD weights = Eigen::Map<const MatrixD>(summary.position.data(), classes, width);
    weights.col(k) -= weights.leftCols(k) * mean.transpose();
    return std::make_unique<SoftmaxHead>(std::move(weights), summary.iterations);
}

std::vector<std::int32_t> SoftmaxHead::predict(const MatrixView &rows, const RunContext &context) const
{
    std::vector<std::int32_t> classes(static_cast<std::size_t>(rows.rows()));
    forBlocks(
        rows.rows(), chunkRows,
        [&](Index begin, Index end) {
            MatrixD scores;
            classScores(rows.middleRows(begin, end - begin).cast<double>(), m_weights, scores);
            for (Index i = 0; i < scores.rows(); ++i) {
                Index best = 0;
                scores.row(i).maxCoeff(&best);
                classes[static_cast<std::size_t>(begin + i)] = static_cast<std::int32_t>(best);
            }
        },
        context);
    return classes;
}

} // namespace anchorscope
