// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/timeprediction.h"

#include "core/alignment/allitems.h"
#include "core/alignment/optimizerun.h"
#include "core/ivf/ivfsearch.h"
#include "core/optimizers/canonical.h"
#include "core/optimizers/crossvalidation.h"
#include "core/optimizers/optimizers.h"
#include "core/optimizers/selflearning.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "core/stopwatch.h"
#include "core/translate/canonicalbasis.h"

#include <algorithm>
#include <limits>

namespace anchorscope {

namespace {

constexpr Index probedRows = 2000, probedColumns = 200000;
constexpr int probeRepeats = 4;
/// Time per pair of items when all items are matched, divided by the time per pair in the probe. The probe compares few
/// items of X with many of Y. Most of these items of Y therefore have no partner, and fewer distances can be skipped.
/// Measured on generated pairs of spaces of 100 000 to 1 000 000 items.
constexpr double shareOfProbe = 0.5;
constexpr std::uint64_t probeStream = 0x7d4;
constexpr Index itemsOfTrial = itemsValidated;
/// duration of a verdict, in units of a run on a part of the items: it makes one such run for each fold of the seeds
constexpr double runsOfVerdict = 5;
/// usual number of iterations in a run of the method `alternating`, each of which matches all items once
constexpr double matchesOfAlternating = 15;
/// time of a step of Adam, in units of a matching (core/README.md, “Performance”)
constexpr double costOfAdamStep = 1.1;

/// Seconds that a matching takes for each pair of items, and for each item before pairs are compared.
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
    const auto draw = [&](const PreparedSpace &space, Index count, std::uint64_t side) {
        return Random(hashBits(options.seed, probeStream, side, 0)).sample(space.size(), count);
    };
    const std::vector<ItemIndex> ofX = draw(input.x, probedRows, 0), ofY = draw(input.y, probedColumns, 1);
    const Matrix rx = productTransposed(rowsOf(input.x, ofX), rowsOf(input.x, input.anchorsOfX), context);
    const Stopwatch ofItems;
    const Matrix ry = productTransposed(rowsOf(input.y, ofY, context), anchorsOfY, context);
    Costs costs;
    costs.item = ofItems.seconds() / static_cast<double>(ofY.size());
    SinkhornMatcher matcher(rx, sinkhornOptions(options));
    // The minimum of several times is used: the first includes one-time work, and other programs can delay any of them.
    double minimum = std::numeric_limits<double>::infinity();
    for (int repeat = 0; repeat < probeRepeats && !context.cancelled(); ++repeat)
        minimum = std::min(minimum, matcher.match(ry, nullptr, context).seconds);
    costs.pair = shareOfProbe * minimum / (static_cast<double>(ofX.size()) * static_cast<double>(ofY.size()));
    return costs;
}

/// Sizes of the searches that are measured, as a number of items of each space. The exact search is measured at both
/// sizes, to separate the cost of a pair from that of an item. The approximate search is measured at the larger size.
constexpr Index itemsOfSmallSearch = 10000, itemsOfSearch = 20000;

double secondsOfSearch(const OptimizeInput &part, const CanonicalMetric &metric, const char *candidates,
                       const RunContext &context)
{
    const Stopwatch clock;
    (void)matchesByMetric(part.x, part.y, metric, candidates, context);
    return clock.seconds();
}

std::optional<double> shareOfCells(const OptimizeInput &input, const CanonicalMetric &metric, const RunContext &context)
{
    const std::vector<ItemIndex> itemsOfX = itemsTakingPart(input.x), itemsOfY = itemsTakingPart(input.y);
    return ivfShare(canonicalSide(input.x, itemsOfX, metric, Side::x, context),
                    canonicalSide(input.y, itemsOfY, metric, Side::y, context), {}, context);
}

double workOfProbing(const OptimizeInput &input, double share)
{
    return ivfWork(static_cast<double>(input.x.size()), static_cast<double>(input.y.size()), share).all();
}

double pairsOf(const OptimizeInput &input)
{
    return static_cast<double>(input.x.size()) * static_cast<double>(input.y.size());
}

double itemsOf(const OptimizeInput &input)
{
    return static_cast<double>(input.x.size() + input.y.size());
}

/// Measures the costs of a pair and of an item in an exact search. Measured with one number of items only, the cost per
/// item would count as cost per pair; the time predicted for 200,000 items was then 1.5 times the actual one.
Costs costsOfSearch(const Subset &smaller, const Subset &larger, const CanonicalMetric &metric,
                    const RunContext &context)
{
    const OptimizeInput few = smaller.input(), more = larger.input();
    const double ofFew = secondsOfSearch(few, metric, "exact", context),
                 ofMore = secondsOfSearch(more, metric, "exact", context), ratio = itemsOf(more) / itemsOf(few);
    Costs costs;
    costs.pair = (ofMore - ratio * ofFew) / (pairsOf(more) - ratio * pairsOf(few));
    costs.item = (ofFew - costs.pair * pairsOf(few)) / itemsOf(few);
    if (!(costs.pair > 0 && costs.item >= 0)) // implausible costs: other programs have disturbed the measurement
        return {.pair = ofMore / pairsOf(more)};
    return costs;
}

void predictSearch(const OptimizeInput &input, const CanonicalMetric &metric, PredictedSeconds &predicted,
                   const RunContext &context)
{
    const Subset part = reliablePart(input, itemsOfSearch);
    predicted.exact = costsOfSearch(reliablePart(input, itemsOfSmallSearch), part, metric, context)
                          .match(input.x.size(), input.y.size());
    // The time of the approximate search on a part of the items is scaled to all items in proportion to the work.
    const auto ofPart = shareOfCells(part.input(), metric, context);
    predicted.ivfShare = ofPart ? shareOfCells(input, metric, context) : std::nullopt;
    if (predicted.ivfShare)
        predicted.approximate = secondsOfSearch(part.input(), metric, "approximate", context) *
                                workOfProbing(input, *predicted.ivfShare) / workOfProbing(part.input(), *ofPart);
}

/// Number of pairs of items that a path compares in each iteration. If it begins with a part of the items, it runs
/// about a third of its iterations on all of them.
double pairsOnPath(Index items)
{
    const auto all = static_cast<double>(items), part = static_cast<double>(itemsOfPartOfPath);
    return items <= maxItemsOfWholePath ? all * all : part * part + all * all / 3;
}

/// Predicts the time of the canonical path, and for a large set also that of the final search among all items.
std::optional<PredictedSeconds> predictPath(const OptimizeInput &input, const OptimizeOptions &options, PredictBy by,
                                            const OptimizeSummary &trial, Index itemsOfTrialY,
                                            const RunContext &context)
{
    const std::unique_ptr<Subset> part = partForPath(input);
    const double larger =
        pairsOnPath(part ? itemsOfLargeSet : std::max(input.x.size(), input.y.size())) / pairsOnPath(itemsOfTrialY);
    PredictedSeconds predicted{.path = larger * trial.seconds, .verdict = runsOfVerdict * trial.seconds};
    CanonicalMetric metric = trial.metric;
    if (part && by == PredictBy::path) {
        const OptimizeSummary path = findOptimizer(options.method)->run(part->input(), options, context, {});
        if (!path.hasResult())
            return std::nullopt;
        predicted.path = path.seconds;
        metric = path.metric;
    }
    predicted.run = predicted.path;
    if (part) {
        predictSearch(input, metric, predicted, context);
        predicted.run += searchesExactly(input.x, input.y, options.candidates) ? *predicted.exact
                                                                               : predicted.approximate.value_or(0);
    }
    return predicted;
}

} // namespace

std::optional<PredictedSeconds> predictSeconds(const OptimizeInput &input, const OptimizeOptions &options, PredictBy by,
                                               const RunContext &context)
{
    const Index n = input.x.size(), m = input.y.size();
    if (std::max(n, m) < itemsToPredict || static_cast<Index>(input.seedsOfY.size()) < seedsToStart)
        return std::nullopt;
    context.report(0, "predicting the time");
    // A trial on a few items gives the cost of the path, which grows with the square of the number of items.
    const Subset few = reliablePart(input, itemsOfTrial);
    OptimizeOptions engine = options;
    engine.method = options.method == "canonical" ? "canonical" : "auto";
    engine.timeLimitSeconds.reset();
    const OptimizeSummary trial = findOptimizer(engine.method)->run(few.input(), engine, context, {});
    if (!trial.hasResult())
        return std::nullopt;
    if (options.method != "adam" && options.method != "alternating") {
        const auto predicted = predictPath(input, engine, by, trial, few.input().y.size(), context);
        return context.cancelled() ? std::nullopt : predicted;
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
