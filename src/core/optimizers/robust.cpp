// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/robust.h"

#include "core/optimize/optimizerun.h"
#include "core/optimizers/alternating.h"
#include "core/optimizers/selfcheck.h"
#include "core/optimizers/selflearning.h"
#include "core/product.h"
#include "core/projection/relative.h"

namespace anchorscope {

namespace {

constexpr int iterationsPerReport = 10;
constexpr int polishIterations = 12;

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

/// Anchors by a map, and what they find.
class MapAnchors
{
public:
    MapAnchors(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context)
        : m_input(input), m_context(context), m_anchorsOfX(rowsOf(input.x.rows, input.anchorsOfX)),
          m_rx(productTransposed(input.x.rows, m_anchorsOfX, context)), m_matcher(m_rx, sinkhornOptions(options))
    {
    }
    Matrix anchors(const Matrix &map) const { return mapRows(m_anchorsOfX, map, m_context); }
    void record(OptimizeRun &run, const Matrix &map, const char *stage)
    {
        const Matrix anchorsOfY = anchors(map);
        m_match = m_matcher.match(productTransposed(m_input.y.rows, anchorsOfY, m_context),
                                  m_match.rowOfColumn.empty() ? nullptr : &m_match, m_context);
        if (!m_context.cancelled())
            run.record(anchorsOfY, m_match, stage);
    }
    const Matrix &rx() const { return m_rx; }
    const SinkhornResult &match() const { return m_match; }
    SinkhornMatcher &matcher() { return m_matcher; }

private:
    const OptimizeInput &m_input;
    const RunContext &m_context;
    const Matrix m_anchorsOfX, m_rx;
    SinkhornMatcher m_matcher;
    SinkhornResult m_match;
};

/// The polished anchors fit more freely than a rotation; which generalises better, the halves of the items tell.
/// Returns why it ended before its end, if it did.
std::optional<Termination> polish(OptimizeRun &run, const OptimizeInput &input, const OptimizeOptions &options,
                                  MapAnchors &mapped, const RunContext &context)
{
    const OptimizeRun::BestIterate rotated = run.best();
    const AnchorSolver solver(input, mapped.rx(), context);
    const AlternatingSteps steps{{0.3, 0.1, 0.05}, polishIterations, options.convergedBelow, "polish"};
    SinkhornResult polished = mapped.match();
    const Termination polishing = alternate(run, input, solver, mapped.matcher(), polished, steps);
    if (polishing != Termination::converged && polishing != Termination::iterationLimit)
        return polishing;
    const auto anchorsBy = [&](const Matrix &map) { return mapped.anchors(map); };
    const bool better = generalisesBetter(input, run.best().correspondence, rotated.correspondence, solver, anchorsBy,
                                          steps.ridges[1], mapped.matcher(), options.seed, context);
    if (context.cancelled())
        return Termination::cancelled;
    if (!better)
        run.restore(rotated);
    return std::nullopt;
}

} // namespace

OptimizeSummary runRobust(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                          const IterationCallback &onIteration)
{
    OptimizeRun run(input, options, context, onIteration);
    MapAnchors mapped(input, options, context);
    LearnOptions learn = learnOptions(input, options.seed, context);
    learn.iterations = options.iterations.value_or(learn.iterations);
    std::optional<Termination> ended;
    const auto tick = [&](const SelfLearning &now) {
        context.report(static_cast<double>(now.iterations) / learn.iterations, "learning the map");
        if (now.iterations % iterationsPerReport == 0)
            mapped.record(run, now.map, "stochastic");
        ended = run.interrupted();
        return !ended;
    };
    const Matrix start = startMap(input, learn, context);
    if (context.cancelled())
        return run.finish(Termination::cancelled);
    const SelfLearning learning = learnMap(input.x.rows, input.y.rows, start, learn, context, tick);
    if (context.cancelled())
        return run.finish(Termination::cancelled);
    if (!ended)
        run.forgetBest(); // the end counts, not the map of lowest loss on the way
    mapped.record(run, learning.map, ended ? "stochastic" : "all items");
    if (context.cancelled())
        return run.finish(Termination::cancelled);
    if (ended)
        return run.finish(*ended);
    if (const auto reason = polish(run, input, options, mapped, context))
        return run.finish(*reason);
    return run.finish(learning.converged ? Termination::converged : Termination::iterationLimit);
}

} // namespace anchorscope
