// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/timeprediction.h"

#include "core/optimize/optimizerun.h"
#include "core/optimizers/coarsetofine.h"
#include "core/optimizers/confidence.h"
#include "core/optimizers/optimizers.h"
#include "core/optimizers/selflearning.h"
#include "core/optimizers/trials.h"
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
// Counted in runs: what a method does, in matches of all its items and in trials.
constexpr double matchesOfAlternating = 15, matchesOfRobust = 20, matchesOfJudging = 3;
constexpr double trialsOfRobust = 4;
constexpr double costOfAdamStep = 1.1; ///< in matches (core/README.md, “Performance”)

/// Seconds for one pair of items in a match, and for one item in what comes before it.
struct Costs
{
    double pair = 0, item = 0;
    double match(Index n, Index m) const
    {
        return pair * static_cast<double>(n) * static_cast<double>(m) + item * static_cast<double>(n + m);
    }
};

Costs probeMatch(const OptimizeInput &input, const OptimizeOptions &options, const FoundAnchors &found,
                 const RunContext &context)
{
    const auto draw = [&](const PreparedSpace &space, Index wanted, std::uint64_t side) {
        return Random(hashBits(options.seed, probeStream, side, 0)).sample(space.size(), wanted);
    };
    const std::vector<ItemIndex> ofX = draw(input.x, probedRows, 0), ofY = draw(input.y, probedColumns, 1);
    const Matrix rx = productTransposed(rowsOf(input.x.rows, ofX), rowsOf(input.x.rows, found.anchorsOfX), context);
    const Stopwatch ofItems;
    const Matrix ry = productTransposed(rowsOf(input.y.rows, ofY, context), found.anchorsOfY, context);
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

/// Matches that growing to all items makes.
double secondsOfGrowing(const OptimizeInput &input, const Costs &costs)
{
    const Index n = input.x.size(), m = input.y.size();
    double seconds = costs.match(n, m);
    for (const Index items : sizesOfGrowing(input))
        seconds += 2 * costs.match(std::min(items, n), std::min(items, m));
    return seconds;
}

} // namespace

std::optional<double> predictSeconds(const OptimizeInput &input, const OptimizeOptions &options,
                                     const RunContext &context)
{
    const Index n = input.x.size(), m = input.y.size();
    if (std::max(n, m) < itemsToPredict || static_cast<Index>(input.seedsOfY.size()) < seedsToStart)
        return std::nullopt;
    context.report(0, "predicting the time");
    const Stopwatch ofTrial;
    const std::unique_ptr<Subset> part = firstPart(input);
    const FoundAnchors found = runTrial(part->input(), options, allSeeds(part->input()), 0, context);
    const double trial = ofTrial.seconds();
    if (found.anchorsOfY.rows() == 0)
        return std::nullopt;
    const Costs costs = probeMatch(input, options, {input.anchorsOfX, found.anchorsOfY}, context);
    if (context.cancelled())
        return std::nullopt;
    const int iterations = options.iterations.value_or(findOptimizer(options.method)->defaultIterations);
    if (options.method == "adam")
        return iterations * costOfAdamStep * costs.match(n, m);
    if (options.method == "alternating")
        return std::min<double>(iterations, matchesOfAlternating) * costs.match(n, m);
    if (options.method == "robust")
        return trialsOfRobust * trial + matchesOfRobust * costs.match(n, m);
    const Index judged = std::min(m, Evaluation::maxEvaluated);
    const double judging = static_cast<double>(confidenceTrials(input.seedsOfY.size()));
    const double first = (judging + trialsOfRobust) * trial +
                         matchesOfAlternating * costs.match(part->input().x.size(), part->input().y.size());
    return first + secondsOfGrowing(input, costs) + matchesOfJudging * costs.match(n, judged);
}

} // namespace anchorscope
