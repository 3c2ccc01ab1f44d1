// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/timeprediction.h"

#include "core/candidates/probedpartners.h"
#include "core/optimize/allitems.h"
#include "core/optimize/optimizerun.h"
#include "core/optimizers/canonical.h"
#include "core/optimizers/leftout.h"
#include "core/optimizers/optimizers.h"
#include "core/optimizers/selflearning.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "core/stopwatch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace anchorscope {

namespace {

constexpr Index probedRows = 2000, probedColumns = 200000;
constexpr int probeRepeats = 4;
/// Most columns of the probe have no partner among its few rows, so more distances are left to compute than in the
/// whole: twice the time per pair, measured on made pairs of 100 000 to 1 000 000 items.
constexpr double shareOfProbe = 0.5;
constexpr std::uint64_t probeStream = 0x7d4, searchStream = 0x7d5;
constexpr Index itemsOfTrial = itemsJudged;
constexpr double runsOfVerdict = 5;         ///< without a fold of the seeds each, on as many items as the trial
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
    const Matrix rx = productTransposed(rowsOf(input.x, ofX), rowsOf(input.x, input.anchorsOfX), context);
    const Stopwatch ofItems;
    const Matrix ry = productTransposed(rowsOf(input.y, ofY, context), anchorsOfY, context);
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

constexpr Index itemsOfSearch = 10000;                       ///< of each space, all of which are compared
constexpr std::array<Index, 2> itemsOfProbing{20000, 80000}; ///< at most, of the larger space: an eighth and a half

/// Seconds of one search on a few items of both spaces, drawn at random.
double secondsOfSearch(const OptimizeInput &input, const CanonicalMetric &metric, Index ofX, Index ofY,
                       const char *candidates, const RunContext &context)
{
    const auto draw = [&](const PreparedSpace &space, Index wanted) {
        return Random(hashBits(0, searchStream, static_cast<std::uint64_t>(wanted), 0))
            .sample(space.size(), std::clamp<Index>(wanted, 1, space.size()));
    };
    const Subset few(input, draw(input.x, ofX), draw(input.y, ofY), allSeeds(input));
    const Stopwatch clock;
    (void)partnersByMetric(few.input().x, few.input().y, metric, candidates, context);
    return clock.seconds();
}

/// Of one among likely candidates, which grows by a power of the number of items; two sizes say which.
double secondsOfProbing(const OptimizeInput &input, const CanonicalMetric &metric, const RunContext &context)
{
    const auto n = static_cast<double>(input.x.size()), m = static_cast<double>(input.y.size()), most = std::max(n, m);
    std::array<double, 2> share{}, seconds{};
    for (std::size_t i = 0; i < share.size(); ++i) {
        share[i] = std::min(static_cast<double>(itemsOfProbing[i]) / most, i == 0 ? 0.125 : 0.5);
        seconds[i] = secondsOfSearch(input, metric, std::lround(share[i] * n), std::lround(share[i] * m), "approximate",
                                     context);
    }
    const double power = std::log(seconds[1] / seconds[0]) / std::log(share[1] / share[0]);
    return seconds[1] * std::pow(1 / share[1], power);
}

/// Of the canonical path: walked on the more reliable items of a large set, whose partners are then found among all.
PredictedSeconds predictPath(const OptimizeInput &input, const OptimizeOptions &options, const OptimizeSummary &trial,
                             Index itemsOfTrialY, const RunContext &context)
{
    const auto n = static_cast<double>(input.x.size()), m = static_cast<double>(input.y.size());
    const bool large = std::max(input.x.size(), input.y.size()) > maxItemsOfPath;
    const double walked = large ? static_cast<double>(itemsOfLargeSet) : std::max(n, m);
    const double larger = walked / static_cast<double>(itemsOfTrialY);
    PredictedSeconds predicted{.run = larger * larger * trial.seconds};
    predicted.path = predicted.run;
    predicted.verdict = runsOfVerdict * trial.seconds;
    if (!large)
        return predicted;
    const Index ofX = std::min(itemsOfSearch, input.x.size()), ofY = std::min(itemsOfSearch, input.y.size());
    predicted.exact = secondsOfSearch(input, trial.metric, ofX, ofY, "exact", context) * n * m /
                      (static_cast<double>(ofX) * static_cast<double>(ofY));
    predicted.approximate = secondsOfProbing(input, trial.metric, context);
    predicted.run += searchesExactly(input.x, input.y, options.candidates) ? *predicted.exact : *predicted.approximate;
    return predicted;
}

} // namespace

std::optional<PredictedSeconds> predictSeconds(const OptimizeInput &input, const OptimizeOptions &options,
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
    if (options.method != "adam" && options.method != "alternating") {
        const PredictedSeconds predicted = predictPath(input, options, trial, few.input().y.size(), context);
        return context.cancelled() ? std::nullopt : std::optional(predicted);
    }
    const Costs costs = probeMatch(input, options, trial.anchorsOfY, context);
    if (context.cancelled())
        return std::nullopt;
    const int iterations = options.iterations.value_or(findOptimizer(options.method)->defaultIterations);
    if (options.method == "adam")
        return PredictedSeconds{.run = iterations * costOfAdamStep * costs.match(n, m)};
    return PredictedSeconds{.run = std::min<double>(iterations, matchesOfAlternating) * costs.match(n, m)};
}

} // namespace anchorscope
