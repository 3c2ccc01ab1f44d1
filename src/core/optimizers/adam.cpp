// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/adam.h"

#include "core/heads/adamstep.h"
#include "core/optimize/optimizerun.h"
#include "core/optimizers/alternating.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/random.h"

namespace anchorscope {

namespace {

constexpr double warmStartRidge = 0.1;

/// Half of m·k (n·k) times the gradient of the loss: A_Y·YᵀY − R_X[π]ᵀY, or the same of the rows Y[Π] that the items of
/// X have (AO Alg. 1, line 6). Incomplete if cancelled.
class Gradient
{
public:
    Gradient(const OptimizeInput &input, const Matrix &rx, const OptimizeOptions &options, const RunContext &context)
        : m_input(input), m_rx(rx), m_permutesY(options.permuted == Side::y)
    {
        if (!m_permutesY)
            m_gram = crossProduct(input.y.rows, input.y.rows, context);
    }
    MatrixD of(const MatrixD &anchors, const SinkhornResult &match, const RunContext &context)
    {
        const Index items = m_permutesY ? m_input.x.size() : m_input.y.size();
        const double factor = 2.0 / (static_cast<double>(items) * static_cast<double>(m_rx.cols()));
        MatrixD pull;
        if (m_permutesY) {
            const Matrix permuted = rowsOf(m_input.y.rows, match.columnOfRow);
            m_gram = crossProduct(permuted, permuted, context);
            pull = crossProduct(m_rx, permuted, context);
        } else {
            pull = crossProduct(rowsOf(m_rx, match.rowOfColumn), m_input.y.rows, context);
        }
        if (context.cancelled())
            return {};
        return factor * (anchors * m_gram - pull);
    }

private:
    const OptimizeInput &m_input;
    const Matrix &m_rx;
    const bool m_permutesY;
    MatrixD m_gram;
};

/// A step of Adam on the sphere: along the tangent of each row, then back to unit length. The first rows stay fixed.
void stepOnSphere(MatrixD gradient, Index fixedRows, AdamStep<MatrixD> &adam, MatrixD &rows)
{
    gradient.topRows(fixedRows).setZero();
    const VectorD radial = gradient.cwiseProduct(rows).rowwise().sum();
    gradient -= rows.cwiseProduct(radial.replicate(1, rows.cols()));
    adam(gradient, rows);
    for (Index i = fixedRows; i < rows.rows(); ++i) {
        const double norm = rows.row(i).norm();
        if (norm > 0)
            rows.row(i) /= norm;
    }
}

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
    Gradient gradient(input, rx, options, context);
    if (context.cancelled())
        return run.finish(Termination::cancelled);
    MatrixD free = start.cast<double>();
    const auto seeds = static_cast<Index>(input.seedsOfY.size());
    free.topRows(seeds) = rowsOf(input.y.rows, input.seedsOfY).cast<double>();
    AdamStep<MatrixD> adam(options.learningRate);
    SinkhornOptions transport = sinkhornOptions(options);
    transport.ofRows = options.permuted == Side::y;
    SinkhornMatcher matcher(rx, transport);
    const Index fixedRows = options.freeSeeds ? 0 : seeds;
    const int limit = options.iterations.value_or(adamSteps);
    Matrix anchors = free.cast<float>();
    SinkhornResult match = matcher.match(productTransposed(input.y.rows, anchors, context), nullptr, context);
    if (context.cancelled())
        return run.finish(Termination::cancelled);
    run.recordStart(anchors, match);
    for (int iteration = 1; iteration <= limit; ++iteration) {
        if (const auto reason = run.interrupted())
            return run.finish(*reason);
        context.report(static_cast<double>(iteration - 1) / limit, "optimising anchors");
        MatrixD slope = gradient.of(free, match, context);
        if (context.cancelled())
            return run.finish(Termination::cancelled);
        stepOnSphere(std::move(slope), fixedRows, adam, free);
        anchors = free.cast<float>();
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
