// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/knownpairs.h"

#include "core/experiments/experimentof.h"
#include "core/neighbours/neighbours.h"
#include "core/neighbours/ranks.h"
#include "core/optimizers/canonical.h"
#include "core/optimizers/crossvalidation.h"
#include "core/plaintext.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "core/saturation.h"

#include <array>
#include <cmath>

namespace anchorscope {

namespace {

constexpr Index usualPairs = 1000;
constexpr std::array<Index, 12> usualCounts{3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000};
/// Minimum ratio of the greatest measured number of known pairs to each other one. Numbers closer to it are omitted.
constexpr double apart = 1.25;
constexpr std::size_t minPointsToExtrapolate = 4;
/// Minimum share of pairs found (lower end of its interval) for which the curve is extrapolated.
constexpr double minShare = 0.05;
/// Threshold for widening an interval: variance between repeats, divided by the variance of binomial samples. By
/// chance, one of 20 sets of three repeats exceeds it.
constexpr double beyondChance = 3;
/// Minimum increase of the share of pairs found for which more known pairs are recommended.
constexpr double hardly = 0.02;
/// Extrapolated numbers of pairs, as multiples of the largest measured number.
constexpr std::array<Index, 2> beyond{2, 4};

// Random streams derived from one random seed; shuffleStream is that of runProtocol().
enum : std::uint64_t { shuffleStream = 1, orderStream = 2, fitStream = 3 };

Error tooFewPairs(Index required, Index found, const std::string &advice)
{
    return Error(ErrorCode::tooFewPairs, "Expected at least " + std::to_string(required) + " known pairs, found " +
                                             std::to_string(found) + ". " + advice);
}

Result<std::vector<SeedPair>> knownPairs(const Correspondence &pairing, const KnownPairsOptions &options)
{
    std::vector<SeedPair> all = options.base.protocol.seedPairs;
    const bool given = !all.empty();
    if (!given) {
        for (const ItemIndex item : pairing.pairedItemsOfX())
            all.push_back({.x = item, .y = pairing.partnerOfX(item)});
    }
    const Index half = std::max(std::ssize(all) / 2, std::min(std::ssize(all), fewestKnownPairs));
    const Index requested = options.pairs > 0 ? options.pairs : given ? std::ssize(all) : std::min(usualPairs, half);
    if (requested < fewestKnownPairs)
        return tooFewPairs(fewestKnownPairs, requested,
                           "A learning curve leaves some of them out; collect more pairs.");
    if (requested > std::ssize(all))
        return tooFewPairs(requested, std::ssize(all), "Ask for fewer.");
    std::ranges::sort(all, {}, &SeedPair::x);
    return elementsAt(all, ascending(Random(options.base.firstSeed).sample(std::ssize(all), requested)));
}

Result<std::vector<Index>> countsOf(const KnownPairsOptions &options, Index known)
{
    const Index most = known * 4 / 5;
    std::vector<Index> counts = options.counts;
    if (!counts.empty()) {
        std::ranges::sort(counts);
        counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
        if (counts.back() > most)
            return Error(ErrorCode::wrongUsage, "Expected counts of at most " + std::to_string(most) +
                                                    " (four fifths of the " + std::to_string(known) +
                                                    " known pairs), found " + std::to_string(counts.back()) + ".");
        return counts;
    }
    for (const Index count : usualCounts) {
        if (apart * static_cast<double>(count) <= static_cast<double>(most))
            counts.push_back(count);
    }
    counts.push_back(most);
    return counts;
}

struct StudyInput
{
    PathSpaces all;  ///< spaces with all items, in which held-out pairs are looked up; the seeds are all known pairs
    PathSpaces part; ///< spaces with only the items to which maps are fitted
    std::vector<Index> counts;
    const KnownPairsOptions &options;

    bool whole() const { return part.x.size() == all.x.size() && part.y.size() == all.y.size(); }
    Index known() const { return static_cast<Index>(all.seeds.count()); }
    /// Random order of the positions in the list of known pairs.
    std::vector<ItemIndex> order(std::uint64_t seed) const
    {
        return Random(hashBits(seed, orderStream, 0, 0)).permutation(known());
    }
};

/// Prepares both spaces. The rows of Y are shuffled first, so that their order in the files contains no information.
Result<StudyInput> studyInput(const EmbeddingSet &x, const EmbeddingSet &y, const Correspondence &pairing,
                              const KnownPairsOptions &options, const RunContext &context)
{
    const auto known = knownPairs(pairing, options);
    if (!known)
        return known.error();
    const ProtocolOptions &protocol = options.base.protocol;
    const auto order = Random(hashBits(options.base.firstSeed, shuffleStream, 0, 0)).permutation(y.size());
    const std::vector<ItemIndex> place = inversePermutation(order);
    const PreparedSpace ofX = prepare(x.vectors, protocol.centering, context);
    const PreparedSpace ofY = itemsOf(prepare(y.vectors, protocol.centering, context), order, context);
    OptimizeInput input{ofX, ofY, {}, {}};
    for (const SeedPair &pair : *known) {
        input.anchorsOfX.push_back(pair.x);
        input.seedsOfY.push_back(place[static_cast<std::size_t>(pair.y)]);
    }
    if (protocol.orderedByFile) {
        input.orderOfX = allItems(x.size());
        input.orderOfY = place;
    }
    if (context.cancelled())
        return cancelledError();
    if (const Status valid = input.validate(); !valid)
        return valid.error();
    const std::unique_ptr<Subset> large = partForPath(input);
    StudyInput study{pathSpaces(large ? large->input() : input, context), {}, {}, options};
    study.part = partToValidate(study.all, context);
    if (context.cancelled())
        return cancelledError();
    if (study.known() < fewestKnownPairs)
        return tooFewPairs(fewestKnownPairs, study.known(), "Pairs of items without direction are left out.");
    auto counts = countsOf(options, study.known());
    if (!counts)
        return counts.error();
    study.counts = std::move(*counts);
    return study;
}

struct Asked
{
    std::vector<ItemIndex> ofX, ofY;
};

/// MRR by cosine. Queries are the rows `asked` of `from`; their partners are ranked among the rows of `to` (unit rows).
double meanReciprocalRank(const Matrix &from, const std::vector<ItemIndex> &asked, const Matrix &to,
                          const std::vector<ItemIndex> &partners, const RunContext &context)
{
    const Matrix queries = rowsOf(from, asked, context);
    RankCounter ranks(targetSimilarities(queries, to, partners, context), partners, to.rows());
    if (!forTiles(
            queries, to, [&](const Tile &tile) { ranks.addRows(tile); }, {}, context))
        return 0;
    double sum = 0;
    for (Index q = 0; q < queries.rows(); ++q)
        sum += 1 / static_cast<double>(ranks.rank(q));
    return sum / static_cast<double>(queries.rows());
}

Status lookUp(KnownPairsPoint &point, const Asked &asked, const CanonicalStep &step, const StudyInput &study,
              const RunContext &context)
{
    const Matrix x = canonicalCoordinates(study.all.x.rows, step.maps.a, context);
    const Matrix y = canonicalCoordinates(study.all.y.rows, step.maps.b, context);
    const auto matches = study.whole() ? std::optional(step.matches) : cslsMatches(x, y, neighboursOfCsls, context);
    if (!matches)
        return cancelledError();
    Index found = 0;
    for (std::size_t k = 0; k < asked.ofX.size(); ++k) {
        const ItemIndex i = asked.ofX[k], j = asked.ofY[k];
        found += matches->yOfX[static_cast<std::size_t>(i)] == j;
        found += matches->xOfY[static_cast<std::size_t>(j)] == i;
    }
    point.found.add(0.5 * static_cast<double>(found) / static_cast<double>(asked.ofX.size()));
    point.mrr.add(0.5 * (meanReciprocalRank(x, asked.ofX, y, asked.ofY, context) +
                         meanReciprocalRank(y, asked.ofY, x, asked.ofX, context)));
    return context.cancelled() ? Status(cancelledError()) : Done{};
}

/// Gives the first `point.pairs` known pairs of `order` to the optimizer and tests whether it finds the others.
Status measure(KnownPairsPoint &point, const std::vector<ItemIndex> &order, const StudyInput &study, std::uint64_t seed,
               const RunContext &context)
{
    const Stopwatch clock;
    std::vector<std::size_t> given;
    Asked asked;
    for (const ItemIndex known : order) {
        const auto place = static_cast<std::size_t>(known);
        if (std::ssize(given) < point.pairs) {
            given.push_back(place);
            continue;
        }
        asked.ofX.push_back(study.all.seeds.x[place]);
        asked.ofY.push_back(study.all.seeds.y[place]);
    }
    const OptimizeOptions &options = study.options.base.protocol.optimize;
    const auto best =
        bestOfStarts(withSeeds(study.part, given), options.start, options.method == "auto", seed, context);
    if (!best)
        return cancelledError();
    point.seconds.add(clock.seconds());
    return lookUp(point, asked, best->step, study, context);
}

/// Estimates the share of held-out pairs that are found. Repeats have most of their held-out pairs in common, so the
/// sample size is the number of different pairs. If the repeats differ by more than binomial sampling explains, the
/// interval is widened by their standard error times Student's t.
ShareEstimate shareOf(const KnownPairsPoint &point, Index known)
{
    const double share = point.found.mean(), spread = share * (1 - share), ofDraws = std::pow(point.found.std(), 2);
    const auto asked = static_cast<double>(point.heldOut);
    if (ofDraws <= beyondChance * spread / static_cast<double>(known - point.pairs))
        return wilsonEstimate(share, asked);
    const Index draws = std::ssize(point.found.values);
    const double factor = std::pow(studentQuantile(draws - 1) / normalQuantile, 2) / static_cast<double>(draws);
    return wilsonEstimate(share, spread / (spread / asked + factor * ofDraws));
}

void conclude(KnownPairsExperiment &experiment, const StudyInput &study)
{
    std::vector<std::vector<ItemIndex>> orders;
    for (int draw = 0; draw < experiment.repeats; ++draw)
        orders.push_back(study.order(study.options.base.firstSeed + static_cast<std::uint64_t>(draw)));
    std::vector<CurvePoint> curve;
    for (KnownPairsPoint &point : experiment.points) {
        std::vector<bool> heldOut(static_cast<std::size_t>(study.known()));
        for (const std::vector<ItemIndex> &order : orders) {
            for (auto known = order.begin() + point.pairs; known != order.end(); ++known)
                heldOut[static_cast<std::size_t>(*known)] = true;
        }
        point.heldOut = std::ranges::count(heldOut, true);
        point.share = shareOf(point, study.known());
        curve.push_back({static_cast<double>(point.pairs), point.share.value,
                         (point.share.high - point.share.low) / (2 * normalQuantile)});
    }
    experiment.extrapolated.clear();
    const KnownPairsPoint &last = experiment.points.back();
    if (curve.size() < minPointsToExtrapolate || last.share.low < minShare)
        return;
    std::vector<double> counts;
    for (const Index times : beyond) {
        if (times * last.pairs <= std::min(study.all.x.size(), study.all.y.size()))
            counts.push_back(static_cast<double>(times * last.pairs));
    }
    const std::uint64_t seed = hashBits(study.options.base.firstSeed, fitStream, 0, 0);
    const std::vector<ShareEstimate> shares = extrapolateCurve(curve, counts, seed);
    for (std::size_t i = 0; i < counts.size(); ++i)
        experiment.extrapolated.push_back({static_cast<Index>(counts[i]), shares[i]});
}

std::string percent(double share)
{
    return std::to_string(std::lround(100 * share));
}

std::string interval(const ShareEstimate &share)
{
    return percent(share.low) + "–" + percent(share.high) + "%";
}

} // namespace

Status KnownPairsOptions::validate() const
{
    const std::string &method = base.protocol.optimize.method;
    if (method != "auto" && method != "canonical")
        return Error(ErrorCode::wrongUsage, "Expected the method auto or canonical, found “" + method + "”.");
    for (const Index count : counts) {
        if (count < seedsOfPath)
            return Error(ErrorCode::wrongUsage, "Expected counts of at least " + std::to_string(seedsOfPath) +
                                                    " known pairs, found " + std::to_string(count) + ".");
    }
    return base.validate();
}

Result<KnownPairsExperiment> runKnownPairsExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                     const Correspondence &pairing, const KnownPairsOptions &options,
                                                     const RunContext &context, Resume<KnownPairsExperiment> resume)
{
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    const auto study = studyInput(x, y, pairing, options, context);
    if (!study)
        return study.error();
    const auto draw = [&](KnownPairsExperiment &experiment, std::uint64_t seed, const RunContext &part) -> Status {
        const std::vector<ItemIndex> order = study->order(seed);
        std::size_t done = 0;
        for (const Index count : study->counts) {
            KnownPairsPoint &point = rowFor(experiment.points, KnownPairsPoint{count, 0, {}, {}, {}, {}},
                                            [&](const KnownPairsPoint &each) { return each.pairs == count; });
            const RunContext step = part.step(done++, study->counts.size());
            if (const Status measured = measure(point, order, *study, seed, step); !measured)
                return measured;
        }
        experiment.knownPairs = study->known();
        conclude(experiment, *study);
        return Done{};
    };
    return runRepeats(std::move(resume), options.base.repeats, options.base.firstSeed, context, draw);
}

std::string knownPairsSentence(const KnownPairsExperiment &experiment)
{
    if (experiment.points.empty())
        return {};
    const KnownPairsPoint &last = experiment.points.back();
    const bool some = last.share.low >= minShare;
    const auto enough = std::ranges::find_if(experiment.points, [&](const KnownPairsPoint &point) {
        return point.share.value >= last.share.value - hardly;
    });
    const bool flat = some && 2 * enough->pairs <= last.pairs;
    const KnownPairsPoint &shown = flat ? *enough : last;
    const std::string found = "With " + std::to_string(shown.pairs) + " known pairs " + percent(shown.share.value) +
                              "% of the held-out pairs are found (" + interval(shown.share) + ")";
    if (flat)
        return found + ", with " + std::to_string(last.pairs) + " hardly more (" + percent(last.share.value) +
               "%): more pairs would hardly help.";
    if (!some)
        return found + ", which are not enough to predict the effect of more pairs. Collect more, or look at the "
                       "verdict of a run.";
    if (experiment.extrapolated.empty())
        return found + "; predicting the effect of more pairs takes at least " +
               std::to_string(minPointsToExtrapolate) + " counts. Collect more.";
    const ShareEstimate &twice = experiment.extrapolated.front().share;
    if (twice.value < last.share.value + hardly)
        return found + ". More pairs would hardly help: twice as many would bring about " + percent(twice.value) +
               "% (extrapolated).";
    return found + "; twice as many would bring about " + percent(twice.value) + "% (" + interval(twice) +
           ", extrapolated).";
}

namespace {

std::string shareInterval(const ShareEstimate &share)
{
    return fixedText(share.low, 3) + " to " + fixedText(share.high, 3);
}

} // namespace

ResultTable resultTable(const KnownPairsExperiment &experiment)
{
    using Point = KnownPairsPoint;
    ResultTable table = tableOf<Point>(
        experiment.points,
        {{"known\npairs", "Pairs given to the method", &Point::pairs},
         {"held out", "Known pairs that are retrieved", &Point::heldOut},
         {"found", "Share of held-out pairs that are retrieved, mean of both directions", &Point::found},
         {"95% interval", "", +[](const Point &point) { return shareInterval(point.share); }},
         {"MRR", "MRR of the held-out pairs by the cosine of canonical coordinates, mean of both directions",
          &Point::mrr},
         {"seconds", "Time of the alignment",
          +[](const Point &point) { return numberCell(point.seconds.mean(), 1); }}});
    for (const ExtrapolatedPoint &point : experiment.extrapolated)
        table.rows.push_back({numberCell(static_cast<double>(point.pairs), 0),
                              {"extrapolated"},
                              numberCell(point.share.value),
                              {shareInterval(point.share)},
                              {"–"},
                              {"–"}});
    return table;
}

template <> std::span<const Field<KnownPairsOptions>> fields()
{
    using O = KnownPairsOptions;
    static const Field<O> rows[] = {
        {"pairs", "Known pairs",
         "Number of known pairs, drawn from all (all of --seed-pairs; without that option half of the known pairs, at "
         "most 1000)",
         "N", &O::pairs, static_cast<double>(fewestKnownPairs), anyCount},
        {"counts", "Counts", "Numbers of pairs to align from (3,5,10,20,50,… up to four fifths of the known ones)",
         "N,N,…", &O::counts, 1, anyCount},
    };
    return rows;
}

namespace {

void addPoint(ResultCurve &curve, Index pairs, const ShareEstimate &share)
{
    curve.x.push_back(static_cast<double>(pairs));
    curve.y.push_back(share.value);
    curve.below.push_back(share.value - share.low);
    curve.above.push_back(share.high - share.value);
}

Outcome showKnownPairs(const KnownPairsExperiment &experiment, const KnownPairsOptions &)
{
    ResultCurve measured{"measured, 95% interval"}, further{.name = "extrapolated, not measured", .dashed = true};
    for (const KnownPairsPoint &point : experiment.points)
        addPoint(measured, point.pairs, point.share);
    if (!experiment.extrapolated.empty())
        addPoint(further, experiment.points.back().pairs, experiment.points.back().share);
    for (const ExtrapolatedPoint &point : experiment.extrapolated)
        addPoint(further, point.pairs, point.share);
    ResultPlot plot{.title = "Held-out pairs that are found",
                    .xTitle = "known pairs",
                    .yTitle = "share found",
                    .logarithmicX = true,
                    .curves = {measured}};
    if (!further.x.empty())
        plot.curves.push_back(further);
    const std::string sentence = knownPairsSentence(experiment);
    ResultTable table = resultTable(experiment);
    table.below = {sentence};
    return {{table}, {plot}, sentence};
}

template <class Point> JsonValue pointJson(const Point &point)
{
    JsonValue json = JsonFields::reported(point);
    JsonValue share = takeMember(json, "share");
    json["low"] = takeMember(share, "low");
    json["high"] = takeMember(share, "high");
    return json;
}

JsonObject writeKnownPairs(const KnownPairsExperiment &experiment, const KnownPairsOptions &options)
{
    JsonArray points, extrapolated;
    for (const KnownPairsPoint &point : experiment.points)
        points.push_back(pointJson(point));
    for (const ExtrapolatedPoint &point : experiment.extrapolated)
        extrapolated.emplace_back(pointJson(point))["found"] = point.share.value;
    return {{"method", options.base.protocol.optimize.method},
            {"known_pairs", experiment.knownPairs},
            {"points", points},
            {"extrapolated", extrapolated.empty() ? JsonValue() : JsonValue(extrapolated)},
            {"sentence", knownPairsSentence(experiment)}};
}

} // namespace

Experiment knownPairsEntry()
{
    return experimentOf<runKnownPairsExperiment, showKnownPairs, writeKnownPairs>(
        {.id = "known-pairs",
         .label = "Known pairs",
         .about = "How many known pairs are worth collecting: some are held out and retrieved.",
         .papers = "",
         .requirements = {.seedsSuffice = true},
         .reads = {.seedPairs = true, .method = true, .seedsOfSession = true},
         .repeats = 3});
}

} // namespace anchorscope
