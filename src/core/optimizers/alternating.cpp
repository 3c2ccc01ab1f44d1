// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/alternating.h"

#include "core/alignment/optimizerun.h"
#include "core/product.h"
#include "core/projection/relative.h"

#include <algorithm>

namespace anchorscope {

namespace {

constexpr double minMutualGain = 0.001; ///< rise of the share of mutual matches below which no smaller ridge is tried

/// Share of mutual matches among the items of the smaller space.
double mutualShare(const SinkhornResult &match)
{
    std::size_t mutual = 0;
    for (std::size_t j = 0; j < match.rowOfColumn.size(); ++j) {
        const auto row = static_cast<std::size_t>(match.rowOfColumn[j]);
        mutual += match.nearestColumn[row] == static_cast<ItemIndex>(j);
    }
    return static_cast<double>(mutual) /
           static_cast<double>(std::min(match.rowOfColumn.size(), match.nearestColumn.size()));
}

/// Alternates between anchors and matches, beginning with `match`. Uses the given ridge; if none is given, falling
/// ridges. If a ridge after the first hardly increases the number of mutual matches, no smaller ridge is tried; if it
/// lowers the number, its iterations are discarded. Ends early if interrupted. The best iterate is run.best().
Termination alternate(OptimizeRun &run, const OptimizeInput &input, AnchorSolver &solver, SinkhornMatcher &matcher,
                      SinkhornResult &match, const OptimizeOptions &options)
{
    const RunContext &context = run.context();
    const std::vector<double> ridges = options.ridge ? std::vector{*options.ridge} : std::vector{0.1, 0.03, 0.01};
    const int iterations = options.iterations.value_or(alternatingIterations);
    double mutualBefore = 0;
    int iteration = 0;
    Termination termination = Termination::converged;
    for (std::size_t stage = 0; stage < ridges.size(); ++stage) {
        const OptimizeRun::BestIterate before = run.best();
        const SinkhornResult matchBefore = match;
        run.forgetBest();
        bool settled = false;
        // At all ridges except the last, iterations end earlier, because the next ridge continues from their result.
        const double settledBelow =
            stage + 1 < ridges.size() ? std::max(0.005, options.convergedBelow) : options.convergedBelow;
        while (!settled && iteration < iterations) {
            if (const auto reason = run.interrupted())
                return *reason;
            context.report(static_cast<double>(iteration++) / iterations, "optimizing anchors");
            const Matrix anchors = solver.solve(match.rowOfColumn, ridges[stage]);
            if (!context.cancelled() && !anchors.allFinite())
                return Termination::diverged;
            match = matcher.match(productTransposed(input.y.rows, anchors, context), &match, context);
            if (context.cancelled())
                return Termination::cancelled;
            settled = run.record(anchors, match).changed < settledBelow;
        }
        termination = settled ? Termination::converged : Termination::iterationLimit;
        const double mutual = mutualShare(match);
        if (stage > 0 && mutual < mutualBefore + minMutualGain) {
            if (mutual < mutualBefore) {
                run.restore(before);
                match = matchBefore;
            }
            return termination;
        }
        mutualBefore = mutual;
    }
    return termination;
}

} // namespace

SinkhornResult matchBySeeds(const OptimizeInput &input, const SinkhornOptions &options, const RunContext &context)
{
    const Matrix rx = productTransposed(input.x.rows, rowsOf(input.x.rows, input.seedsOfX()), context);
    const Matrix ry = productTransposed(input.y.rows, rowsOf(input.y.rows, input.seedsOfY), context);
    if (context.cancelled())
        return {};
    return SinkhornMatcher(rx, options).match(ry, nullptr, context);
}

AnchorSolver::AnchorSolver(const OptimizeInput &input, const Matrix &rx, const RunContext &context)
    : m_input(input), m_rx(rx), m_context(context), m_gram(crossProduct(input.y.rows, input.y.rows, context))
{
}

Matrix AnchorSolver::solve(std::vector<ItemIndex> correspondence, double ridge)
{
    for (std::size_t s = 0; s < m_input.seedsOfY.size(); ++s)
        correspondence[static_cast<std::size_t>(m_input.seedsOfY[s])] = m_input.anchorsOfX[s];
    const MatrixD target = crossProduct(m_input.y.rows, rowsOf(m_rx, correspondence), m_context);
    if (m_context.cancelled())
        return {};
    if (m_ridge != ridge) {
        MatrixD system = m_gram;
        system.diagonal().array() += ridge * m_gram.trace() / static_cast<double>(m_gram.rows());
        m_factor.compute(system);
        m_ridge = ridge;
    }
    Matrix anchors = m_factor.solve(target).transpose().cast<float>();
    normalizeRows(anchors);
    return anchors;
}

OptimizeSummary runAlternating(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                               const IterationCallback &onIteration)
{
    OptimizeRun run(input, options, context, onIteration);
    context.report(0, "first correspondence");
    SinkhornResult match = matchBySeeds(input, sinkhornOptions(options), context);
    const Matrix rx = productTransposed(input.x.rows, rowsOf(input.x.rows, input.anchorsOfX), context);
    AnchorSolver solver(input, rx, context);
    if (context.cancelled())
        return run.finish(Termination::cancelled);
    SinkhornMatcher matcher(rx, sinkhornOptions(options));
    run.startFrom(match);
    const Termination termination = alternate(run, input, solver, matcher, match, options);
    return run.finish(termination);
}

} // namespace anchorscope
