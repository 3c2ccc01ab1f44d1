// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimize/alternating.h"

#include "core/optimize/optimizerun.h"
#include "core/product.h"
#include "core/projection/relative.h"

#include <Eigen/Cholesky>

namespace anchorscope {

namespace {

constexpr double usualRidge = 0.1;
constexpr int usualIterations = 50;

} // namespace

SinkhornResult matchBySeeds(const OptimizeInput &input, const SinkhornOptions &options, const RunContext &context)
{
    std::vector<ItemIndex> seedsOfX(input.anchorsOfX.begin(),
                                    input.anchorsOfX.begin() + static_cast<Index>(input.seedsOfY.size()));
    const Matrix rx = productTransposed(input.x.rows, rowsOf(input.x.rows, seedsOfX), context);
    const Matrix ry = productTransposed(input.y.rows, rowsOf(input.y.rows, input.seedsOfY), context);
    if (context.cancelled())
        return {};
    return SinkhornMatcher(rx, options).match(ry, nullptr, context);
}

AnchorSolver::AnchorSolver(const OptimizeInput &input, const Matrix &rx, const RunContext &context)
    : m_input(input), m_rx(rx), m_context(context), m_gram(crossProduct(input.y.rows, input.y.rows, context))
{
}

Matrix AnchorSolver::solve(std::vector<ItemIndex> correspondence, double ridge) const
{
    for (std::size_t s = 0; s < m_input.seedsOfY.size(); ++s)
        correspondence[static_cast<std::size_t>(m_input.seedsOfY[s])] = m_input.anchorsOfX[s];
    const MatrixD target = crossProduct(m_input.y.rows, rowsOf(m_rx, correspondence), m_context);
    if (m_context.cancelled())
        return {};
    MatrixD system = m_gram;
    system.diagonal().array() += ridge * m_gram.trace() / static_cast<double>(m_gram.rows());
    Matrix anchors = Eigen::LLT<MatrixD>(system).solve(target).transpose().cast<float>();
    normaliseRows(anchors);
    return anchors;
}

OptimizeSummary runAlternating(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                               const IterationCallback &onIteration)
{
    OptimizeRun run(input, options, context, onIteration);
    const int limit = options.iterations.value_or(usualIterations);
    const double ridge = options.ridge.value_or(usualRidge);
    context.report(0, "first correspondence");
    SinkhornResult match = matchBySeeds(input, sinkhornOptions(options), context);
    const Matrix rx = productTransposed(input.x.rows, rowsOf(input.x.rows, input.anchorsOfX), context);
    const AnchorSolver solver(input, rx, context);
    if (context.cancelled())
        return run.finish(Termination::cancelled);
    SinkhornMatcher matcher(rx, sinkhornOptions(options));
    run.startFrom(match);
    for (int iteration = 1; iteration <= limit; ++iteration) {
        if (const auto reason = run.interrupted())
            return run.finish(*reason);
        context.report(static_cast<double>(iteration - 1) / limit, "optimising anchors");
        const Matrix anchors = solver.solve(match.rowOfColumn, ridge);
        if (!context.cancelled() && !anchors.allFinite())
            return run.finish(Termination::diverged);
        match = matcher.match(productTransposed(input.y.rows, anchors, context), &match, context);
        if (context.cancelled())
            return run.finish(Termination::cancelled);
        if (run.record(anchors, match).changed < options.convergedBelow)
            return run.finish(Termination::converged);
    }
    return run.finish(Termination::iterationLimit);
}

} // namespace anchorscope
