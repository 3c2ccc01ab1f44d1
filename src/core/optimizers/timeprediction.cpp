// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/timeprediction.h"

#include "core/optimize/optimizerun.h"
#include "core/optimizers/canonical.h"
#include "core/optimizers/optimizers.h"
#include "core/optimizers/selflearning.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "core/stopwatch.h"

#include <algorithm>
#include <limits>

namespace anchorscope {

namespace {

constexpr Index probedRows = 2000, probedColumns = 200000;
constexpr int probeRepeats = 4;
/// Most columns of the probe have no partner among its few rows, so more distances are left to compute than in the
/// whole: twice the time per pair, measured on made pairs of 100 000 to 1 000 000 items.
constexpr double shareOfProbe = 0.5;
constexpr std::uint64_t probeStream = 0x7d4;
constexpr Index itemsOfTrial = 5000;
constexpr double matchesOfAlternating = 15; ///< counted in runs
constexpr double costOfAdamStep = 1.1;      ///< in matches (core/README.md, “Performance”)

/// Seconds for one pair of items in a match, and for one item in what comes before it.
struct Costs
{
    double pair = 0, item = 0;
    double match(Index n, Index m) const
    {
        return pair * static_cast<double>(n) * static_cast<double>(m) + item * static_cast<double>(n + m);
    }
};

Costs probeMatch(const OptimizeInput &input, const OptimizeOptions &options, const Matrix &anchorsOfY,
                 const RunContext &context)
{
    const auto draw = [&](const PreparedSpace &space, Index wanted, std::uint64_t side) {
        return Random(hashBits(options.seed, probeStream, side, 0)).sample(space.size(), wanted);
    };
    const std::vector<ItemIndex> ofX = draw(input.x, probedRows, 0), ofY = draw(input.y, probedColumns, 1);
    const Matrix rx = productTransposed(rowsOf(input.x.rows, ofX), rowsOf(input.x.rows, input.anchorsOfX), context);
    const Stopwatch ofItems;
    const Matrix ry = productTransposed(rowsOf(input.y.rows, ofY, context), anchorsOfY, context);
    Costs costs;
    costs.item = ofItems.seconds() / static_cast<double>(ofY.size());
    SinkhornMatcher matcher(rx, sinkhornOptions(options));
    // The first one also makes what stays the same; and other programs get in between.
    double least = std::numeric_limits<double>::infinity();
    for (int repeat = 0; repeat < probeRepeats && !context.cancelled(); ++repeat)
        least = std::min(least, matcher.match(ry, nullptr, context).seconds);
    costs.pair = shareOfProbe * least / (static_cast<double>(ofX.size()) * static_cast<double>(ofY.size()));
    return costs;
}

} // namespace

std::optional<double> predictSeconds(const OptimizeInput &input, const OptimizeOptions &options,
                                     const RunContext &context)
{
    const Index n = input.x.size(), m = input.y.size();
    if (std::max(n, m) < itemsToPredict || static_cast<Index>(input.seedsOfY.size()) < seedsToStart)
        return std::nullopt;
    context.report(0, "predicting the time");
    // The engine on a few of the items says what the path costs, which grows with the square of their number.
    const Subset few(input, reliableItems(input.x, input.orderOfX, itemsOfTrial),
                     reliableItems(input.y, input.orderOfY, itemsOfTrial), allSeeds(input));
    OptimizeOptions engine = options;
    engine.method = options.method == "canonical" ? "canonical" : "auto";
    engine.timeLimitSeconds.reset();
    const OptimizeSummary trial = findOptimizer(engine.method)->run(few.input(), engine, context, {});
    if (!trial.hasResult())
        return std::nullopt;
    const Costs costs = probeMatch(input, options, trial.anchorsOfY, context);
    if (context.cancelled())
        return std::nullopt;
    const int iterations = options.iterations.value_or(findOptimizer(options.method)->defaultIterations);
    if (options.method == "adam")
        return iterations * costOfAdamStep * costs.match(n, m);
    if (options.method == "alternating")
        return std::min<double>(iterations, matchesOfAlternating) * costs.match(n, m);
    const Index walked = std::max(n, m) <= maxItemsOfPath ? std::max(n, m) : itemsOfLargeSet;
    const double larger = static_cast<double>(walked) / static_cast<double>(few.input().y.size());
    return larger * larger * trial.seconds + costs.match(n, m);
}

} // namespace anchorscope
