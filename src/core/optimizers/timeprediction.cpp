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
/// Ratio of the time per pair with all rows to that of the probe. Most columns of the probe have no match among its few
/// rows, so more distances remain to be computed: measured on generated pairs of 100 000 to 1 000 000 items.
constexpr double shareOfProbe = 0.5;
constexpr std::uint64_t probeStream = 0x7d4;
constexpr Index itemsOfTrial = itemsValidated;
constexpr double runsOfVerdict = 5;         ///< number of runs for a verdict, each without a fold of the seeds
constexpr double matchesOfAlternating = 15; ///< number of matches in a run of `alternating`, in units of runs
constexpr double costOfAdamStep = 1.1;      ///< cost of a step of Adam in units of matches (core/README.md,
                                            ///< “Performance”)

/// Seconds for one pair of items in a match, and for one item in the steps before it.
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
    // Smallest of several measurements: the first one includes one-time work, and other programs may interrupt a
    // measurement.
    double minimum = std::numeric_limits<double>::infinity();
    for (int repeat = 0; repeat < probeRepeats && !context.cancelled(); ++repeat)
        minimum = std::min(minimum, matcher.match(ry, nullptr, context).seconds);
    costs.pair = shareOfProbe * minimum / (static_cast<double>(ofX.size()) * static_cast<double>(ofY.size()));
    return costs;
}

/// Numbers of items of each space for the measured searches: an exact one, for the cost of a pair and of an item, and
/// one among likely candidates.
constexpr Index itemsOfSmallSearch = 10000, itemsOfSearch = 20000;

/// Input with the more reliable items of both spaces, which include their matches.
Subset reliablePart(const OptimizeInput &input, Index items)
{
    return {input, reliableItems(input.x, input.orderOfX, items), reliableItems(input.y, input.orderOfY, items),
            allSeeds(input)};
}

/// Seconds of one search on a part of the items.
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

/// Costs of a search among all pairs, measured at two sizes. A single size would attribute the cost of the items to the
/// pairs, and predict 1.5 times the time that 200,000 items took.
Costs costsOfSearch(const Subset &smaller, const Subset &larger, const CanonicalMetric &metric,
                    const RunContext &context)
{
    const OptimizeInput few = smaller.input(), more = larger.input();
    const double ofFew = secondsOfSearch(few, metric, "exact", context),
                 ofMore = secondsOfSearch(more, metric, "exact", context), ratio = itemsOf(more) / itemsOf(few);
    Costs costs;
    costs.pair = (ofMore - ratio * ofFew) / (pairsOf(more) - ratio * pairsOf(few));
    costs.item = (ofFew - costs.pair * pairsOf(few)) / itemsOf(few);
    if (!(costs.pair > 0 && costs.item >= 0)) // the measurement was disturbed by other programs
        return {.pair = ofMore / pairsOf(more)};
    return costs;
}

/// Predicts both searches among all items.
void predictSearch(const OptimizeInput &input, const CanonicalMetric &metric, PredictedSeconds &predicted,
                   const RunContext &context)
{
    const Subset part = reliablePart(input, itemsOfSearch);
    predicted.exact = costsOfSearch(reliablePart(input, itemsOfSmallSearch), part, metric, context)
                          .match(input.x.size(), input.y.size());
    // Scales the measured time of the part to the work of all items.
    const auto ofPart = shareOfCells(part.input(), metric, context);
    predicted.ivfShare = ofPart ? shareOfCells(input, metric, context) : std::nullopt;
    if (predicted.ivfShare)
        predicted.approximate = secondsOfSearch(part.input(), metric, "approximate", context) *
                                workOfProbing(input, *predicted.ivfShare) / workOfProbing(part.input(), *ofPart);
}

/// Predicts the canonical path, which uses the more reliable items of a large set, and the search among all items after
/// it.
std::optional<PredictedSeconds> predictPath(const OptimizeInput &input, const OptimizeOptions &options, PredictBy by,
                                            const OptimizeSummary &trial, Index itemsOfTrialY,
                                            const RunContext &context)
{
    const std::unique_ptr<Subset> part = partForPath(input);
    const auto walked =
        part ? static_cast<double>(itemsOfLargeSet) : static_cast<double>(std::max(input.x.size(), input.y.size()));
    const double larger = walked / static_cast<double>(itemsOfTrialY);
    PredictedSeconds predicted{.path = larger * larger * trial.seconds, .verdict = runsOfVerdict * trial.seconds};
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
    // A trial on a few of the items gives the cost of the path, which grows with the square of their number.
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
