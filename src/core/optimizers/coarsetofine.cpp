// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/coarsetofine.h"

#include "core/optimize/optimizerun.h"
#include "core/optimizers/alternating.h"
#include "core/optimizers/selfcheck.h"
#include "core/optimizers/selflearning.h"
#include "core/product.h"
#include "core/projection/relative.h"

#include <algorithm>

namespace anchorscope {

namespace {

constexpr double fitRidge = 0.03;

std::unique_ptr<Subset> partOf(const OptimizeInput &input, Index items)
{
    return std::make_unique<Subset>(input, reliableItems(input.x, input.orderOfX, items),
                                    reliableItems(input.y, input.orderOfY, items), allSeeds(input));
}

/// What anchors find among the items of an input.
class Fit
{
public:
    Fit(const OptimizeInput &input, const OptimizeOptions &options, const std::string &method,
        const RunContext &context)
        : m_input(input), m_method(method), m_context(context),
          m_rx(productTransposed(input.x.rows, rowsOf(input.x.rows, input.anchorsOfX), context)),
          m_matcher(m_rx, sinkhornOptions(options))
    {
    }
    SinkhornResult match(const Matrix &anchors, const SinkhornResult *previous)
    {
        return m_matcher.match(productTransposed(m_input.y.rows, anchors, m_context), previous, m_context);
    }
    /// Anchors by the method's own kind of map, from mutual partners alone.
    Matrix refit(const SinkhornResult &match) const
    {
        const std::vector<ItemIndex> ofY = mutualColumns(match);
        std::vector<ItemIndex> ofX;
        for (const ItemIndex column : ofY)
            ofX.push_back(match.rowOfColumn[static_cast<std::size_t>(column)]);
        if (m_method != "robust")
            return AnchorSolver(m_input, m_rx, m_context).fit(ofY, ofX, fitRidge);
        const Matrix map = mapFromPairs(m_input.x.rows, m_input.y.rows, ofX, ofY, m_context);
        return mapRows(rowsOf(m_input.x.rows, m_input.anchorsOfX), map, m_context);
    }

private:
    const OptimizeInput &m_input;
    const std::string &m_method;
    const RunContext &m_context;
    const Matrix m_rx;
    SinkhornMatcher m_matcher;
};

} // namespace

std::unique_ptr<Subset> firstPart(const OptimizeInput &input)
{
    if (std::max(input.x.size(), input.y.size()) <= 2 * itemsAtFirst)
        return nullptr;
    return partOf(input, itemsAtFirst);
}

std::vector<Index> sizesOfGrowing(const OptimizeInput &input)
{
    std::vector<Index> sizes;
    for (Index items = 2 * itemsAtFirst; items <= std::min(std::max(input.x.size(), input.y.size()), maxItemsFitted);
         items *= 2)
        sizes.push_back(items);
    return sizes;
}

void growToAll(const OptimizeInput &input, const OptimizeOptions &options, const Subset &part, OptimizeSummary &summary,
               const IterationCallback &onIteration, const RunContext &context)
{
    const std::string method = summary.methodUsed;
    Matrix anchors = summary.anchorsOfY;
    const Index start = part.input().x.size();
    Index end = start;
    const std::vector<Index> sizes = sizesOfGrowing(input);
    for (const Index items : sizes) {
        if (context.stopRequested() || context.pastDeadline())
            break;
        context.report(static_cast<double>(items) / static_cast<double>(2 * sizes.back()), "growing");
        const auto grown = partOf(input, items);
        Fit fit(grown->input(), options, method, context);
        const SinkhornResult before = fit.match(anchors, nullptr);
        if (context.cancelled())
            return;
        const Matrix refitted = fit.refit(before);
        if (context.cancelled())
            return;
        if (!refitted.allFinite())
            break;
        const SinkhornResult after = fit.match(refitted, &before);
        if (context.cancelled())
            return;
        if (mutualShare(after) < mutualShare(before))
            break;
        anchors = refitted;
        end = grown->input().x.size();
    }
    OptimizeRun run(input, options, context, onIteration);
    const SinkhornResult match = Fit(input, options, method, context).match(anchors, nullptr);
    if (context.cancelled())
        return;
    run.record(anchors, match);
    OptimizeSummary applied = run.finish(summary.termination);
    applied.methodUsed = method;
    applied.subsetStart = start;
    applied.subsetEnd = end;
    summary = std::move(applied);
}

} // namespace anchorscope
