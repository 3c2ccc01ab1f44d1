// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimize/robust.h"

#include "core/optimize/alternating.h"
#include "core/optimize/induction.h"
#include "core/optimize/optimizerun.h"
#include "core/optimize/selfcheck.h"
#include "core/product.h"
#include "core/projection/relative.h"

#include <algorithm>

namespace anchorscope {

namespace {

constexpr double firstKeep = 0.1;
constexpr double leastImprovement = 1e-5;
constexpr int patience = 10;
constexpr int usualIterations = 500;
constexpr int iterationsPerReport = 10;
constexpr int polishIterations = 12;

} // namespace

Matrix mapFromPairs(const Matrix &x, const Matrix &y, const std::vector<ItemIndex> &rowsOfX,
                    const std::vector<ItemIndex> &rowsOfY, const RunContext &context)
{
    const MatrixD cross = crossProduct(rowsOf(x, rowsOfX), rowsOf(y, rowsOfY), context);
    return context.cancelled() ? Matrix() : orthonormalPart(cross);
}

SelfLearning learnMap(const Matrix &x, const Matrix &y, const Matrix &start, std::uint64_t seed, int mostIterations,
                      const RunContext &context, const std::function<bool(const SelfLearning &)> &tick)
{
    SelfLearning learning;
    learning.map = start;
    InductionOptions options;
    options.keep = firstKeep;
    options.seed = seed;
    double best = -1;
    int sinceBest = 0;
    std::vector<ItemIndex> rowsOfX, rowsOfY;
    while (learning.iterations < mostIterations) {
        options.iteration = static_cast<std::uint64_t>(++learning.iterations);
        Matrix mapped = productTransposed(x, learning.map.transpose(), context);
        normaliseRows(mapped);
        const Induction induced = inducePartners(mapped, y, options, context);
        if (context.cancelled())
            return learning;
        learning.objective = induced.objective;
        rowsOfX.clear();
        rowsOfY.clear();
        for (std::size_t i = 0; i < induced.yOfX.size(); ++i) {
            if (induced.yOfX[i] != noItem) {
                rowsOfX.push_back(static_cast<ItemIndex>(i));
                rowsOfY.push_back(induced.yOfX[i]);
            }
        }
        for (std::size_t j = 0; j < induced.xOfY.size(); ++j) {
            if (induced.xOfY[j] != noItem) {
                rowsOfX.push_back(induced.xOfY[j]);
                rowsOfY.push_back(static_cast<ItemIndex>(j));
            }
        }
        const Matrix next = mapFromPairs(x, y, rowsOfX, rowsOfY, context);
        if (context.cancelled())
            return learning;
        learning.map = next;
        if (tick && !tick(learning))
            return learning;
        sinceBest = learning.objective > best + leastImprovement ? 0 : sinceBest + 1;
        best = std::max(best, learning.objective);
        if (sinceBest < patience)
            continue;
        if (options.keep >= 1) {
            learning.converged = true;
            return learning;
        }
        options.keep = std::min(1.0, 2 * options.keep);
        sinceBest = 0;
    }
    return learning;
}

namespace {

/// Whether anchors solved from one correspondence are found again by held-out items at least as often as those of a
/// map fitted to another.
template <class AnchorsByMap>
bool generalisesBetter(const OptimizeInput &input, const std::vector<ItemIndex> &solved,
                       const std::vector<ItemIndex> &mapped, const AnchorSolver &solver, const AnchorsByMap &anchorsBy,
                       double ridge, SinkhornMatcher &matcher, std::uint64_t seed, const RunContext &context)
{
    const auto byMap = [&](const std::vector<ItemIndex> &items, const std::vector<ItemIndex> &partners) {
        return anchorsBy(mapFromPairs(input.x.rows, input.y.rows, partners, items, context));
    };
    const auto bySolver = [&](const std::vector<ItemIndex> &items, const std::vector<ItemIndex> &partners) {
        return solver.fit(items, partners, ridge);
    };
    const double ofMap = heldOutAgreement(input.y, mapped, byMap, matcher, seed, context);
    return heldOutAgreement(input.y, solved, bySolver, matcher, seed, context) >= ofMap;
}

} // namespace

OptimizeSummary runRobust(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                          const IterationCallback &onIteration)
{
    OptimizeRun run(input, options, context, onIteration);
    const Matrix anchorsOfX = rowsOf(input.x.rows, input.anchorsOfX);
    const Matrix rx = productTransposed(input.x.rows, anchorsOfX, context);
    SinkhornMatcher matcher(rx, sinkhornOptions(options));
    SinkhornResult match;
    const auto anchorsBy = [&](const Matrix &map) {
        Matrix anchors = productTransposed(anchorsOfX, map.transpose(), context);
        normaliseRows(anchors);
        return anchors;
    };
    const auto report = [&](const Matrix &map, const char *stage) {
        const Matrix anchors = anchorsBy(map);
        match = matcher.match(productTransposed(input.y.rows, anchors, context),
                              match.rowOfColumn.empty() ? nullptr : &match, context);
        if (!context.cancelled())
            run.record(anchors, match, stage);
    };
    std::optional<Termination> ended;
    const int limit = options.iterations.value_or(usualIterations);
    const auto tick = [&](const SelfLearning &now) {
        context.report(static_cast<double>(now.iterations) / limit, "learning the map");
        run.forgetBest();
        if (now.iterations % iterationsPerReport == 0)
            report(now.map, "stochastic");
        ended = run.interrupted();
        return !ended;
    };
    const std::vector<ItemIndex> seedsOfX(input.anchorsOfX.begin(),
                                          input.anchorsOfX.begin() + static_cast<Index>(input.seedsOfY.size()));
    const Matrix start = mapFromPairs(input.x.rows, input.y.rows, seedsOfX, input.seedsOfY, context);
    if (context.cancelled())
        return run.finish(Termination::cancelled);
    const SelfLearning learning = learnMap(input.x.rows, input.y.rows, start, options.seed, limit, context, tick);
    if (context.cancelled())
        return run.finish(Termination::cancelled);
    run.forgetBest();
    report(learning.map, "all items");
    if (context.cancelled())
        return run.finish(Termination::cancelled);
    if (ended)
        return run.finish(*ended);

    // The polished anchors fit more freely than a rotation; which generalises better, the halves of the items tell.
    const OptimizeRun::Kept rotated = run.best();
    const AnchorSolver solver(input, rx, context);
    const AlternatingSteps polish{{0.3, 0.1, 0.05}, polishIterations, options.convergedBelow, "polish"};
    SinkhornResult polished = match;
    const Termination polishing = alternate(run, input, solver, matcher, polished, polish);
    if (polishing != Termination::converged && polishing != Termination::iterationLimit)
        return run.finish(polishing);
    const bool better = generalisesBetter(input, run.best().correspondence, rotated.correspondence, solver, anchorsBy,
                                          polish.ridges[1], matcher, options.seed, context);
    if (context.cancelled())
        return run.finish(Termination::cancelled);
    if (!better)
        run.restore(rotated);
    return run.finish(learning.converged ? Termination::converged : Termination::iterationLimit);
}

} // namespace anchorscope
