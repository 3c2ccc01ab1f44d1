// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimize/adam.h"

#include "core/optimize/alternating.h"
#include "core/optimize/optimizerun.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/random.h"

#include <cmath>

namespace anchorscope {

namespace {

constexpr int usualSteps = 250;
constexpr double warmStartRidge = 0.1;

/// Adam with bias correction (β 0.9 and 0.999) on rows of the unit sphere.
class SphereAdam
{
public:
    SphereAdam(MatrixD start, Index fixedRows, double learningRate)
        : m_rows(std::move(start)), m_first(MatrixD::Zero(m_rows.rows(), m_rows.cols())), m_second(m_first),
          m_fixedRows(fixedRows), m_learningRate(learningRate)
    {
    }

    void step(MatrixD gradient)
    {
        ++m_steps;
        for (Index i = 0; i < m_fixedRows; ++i)
            gradient.row(i).setZero();
        const VectorD radial = gradient.cwiseProduct(m_rows).rowwise().sum();
        gradient -= m_rows.cwiseProduct(radial.replicate(1, m_rows.cols()));
        m_first = 0.9 * m_first + 0.1 * gradient;
        m_second = 0.999 * m_second + 0.001 * gradient.cwiseAbs2();
        const double firstShare = 1 - std::pow(0.9, m_steps), secondShare = 1 - std::pow(0.999, m_steps);
        for (Index i = m_fixedRows; i < m_rows.rows(); ++i) {
            m_rows.row(i).array() -= m_learningRate * (m_first.row(i).array() / firstShare) /
                                     ((m_second.row(i).array() / secondShare).sqrt() + 1e-8);
            const double norm = m_rows.row(i).norm();
            if (norm > 0)
                m_rows.row(i) /= norm;
        }
    }

    const MatrixD &rows() const { return m_rows; }

private:
    MatrixD m_rows, m_first, m_second;
    Index m_fixedRows;
    double m_learningRate;
    int m_steps = 0;
};

Matrix randomStart(const OptimizeInput &input, std::uint64_t seed)
{
    Matrix start(static_cast<Index>(input.anchorsOfX.size()), input.y.dimension());
    Random random(seed);
    for (Index i = 0; i < start.size(); ++i)
        start.data()[i] = static_cast<float>(random.normal());
    normaliseRows(start);
    return start;
}

Matrix seedProjection(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context)
{
    const SinkhornResult match = matchBySeeds(input, sinkhornOptions(options), context);
    const Matrix rx = productTransposed(input.x.rows, rowsOf(input.x.rows, input.anchorsOfX), context);
    const AnchorSolver solver(input, rx, context);
    return context.cancelled() ? Matrix() : solver.solve(match.rowOfColumn, warmStartRidge);
}

} // namespace

OptimizeSummary runAdam(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                        const IterationCallback &onIteration)
{
    const Matrix start = options.warmStart ? seedProjection(input, options, context) : randomStart(input, options.seed);
    return runAdamFrom(start, input, options, context, onIteration);
}

OptimizeSummary runAdamFrom(const Matrix &start, const OptimizeInput &input, const OptimizeOptions &options,
                            const RunContext &context, const IterationCallback &onIteration)
{
    OptimizeRun run(input, options, context, onIteration);
    const Matrix rx = productTransposed(input.x.rows, rowsOf(input.x.rows, input.anchorsOfX), context);
    const MatrixD gram = crossProduct(input.y.rows, input.y.rows, context);
    if (context.cancelled())
        return run.finish(Termination::cancelled);
    MatrixD first = start.cast<double>();
    const auto seeds = static_cast<Index>(input.seedsOfY.size());
    first.topRows(seeds) = rowsOf(input.y.rows, input.seedsOfY).cast<double>();
    SphereAdam adam(std::move(first), seeds, options.learningRate);
    SinkhornMatcher matcher(rx, sinkhornOptions(options));
    const double factor = 2.0 / (static_cast<double>(input.y.size()) * static_cast<double>(rx.cols()));
    const int limit = options.iterations.value_or(usualSteps);
    Matrix anchors = adam.rows().cast<float>();
    SinkhornResult match = matcher.match(productTransposed(input.y.rows, anchors, context), nullptr, context);
    if (context.cancelled())
        return run.finish(Termination::cancelled);
    run.recordStart(anchors, match);
    for (int iteration = 1; iteration <= limit; ++iteration) {
        if (const auto reason = run.interrupted())
            return run.finish(*reason);
        context.report(static_cast<double>(iteration - 1) / limit, "optimising anchors");
        const MatrixD pull = crossProduct(rowsOf(rx, match.rowOfColumn), input.y.rows, context);
        if (context.cancelled())
            return run.finish(Termination::cancelled);
        adam.step(factor * (adam.rows() * gram - pull));
        anchors = adam.rows().cast<float>();
        if (!anchors.allFinite())
            return run.finish(Termination::diverged);
        match = matcher.match(productTransposed(input.y.rows, anchors, context), &match, context);
        if (context.cancelled())
            return run.finish(Termination::cancelled);
        run.record(anchors, match);
    }
    return run.finish(Termination::iterationLimit);
}

} // namespace anchorscope
