// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/validatealignment.h"

#include "core/anchors/seedcheck.h"
#include "core/distributed/distributedruns.h"
#include "core/neighbours/neighbours.h"
#include "core/optimizers/canonical.h"
#include "core/optimizers/crossvalidation.h"
#include "core/optimizers/hintchoice.h"
#include "core/optimizers/partnerverdict.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "core/statistics.h"
#include "core/stopwatch.h"

#include <algorithm>
#include <numeric>

namespace anchorscope {

namespace {

constexpr std::size_t fewestSeeds = 4;
constexpr std::size_t maxCompared = 100; ///< maximum number of known pairs that are compared without anchors
constexpr double significant = 1e-3;
/// probability above which a seed counts as possibly wrong, for an interval of 95 %
constexpr double notRuledOut = 0.05;
/// number of items of Y nearest to a held-out partner, among which it is ranked for pClass
constexpr Index nearItems = 50;
constexpr std::size_t agreeingRuns = 3; ///< number of runs that are compared with each other if no pair is known
constexpr Index nearestCompared = 16;   ///< number of nearest items by cosine among which the match by CSLS is searched

/// Number of items of each space in runs with held-out seeds if a space has more than itemsValidated items. Of 18 pairs
/// of 6,000 to 20,000 items, 17 had an estimate, and 16 of its intervals contained the share of correct matches (16
/// with 5,000 items as well); its median error was 0.056 (0.024), and 62 % of the held-out seeds were found (61 %). On
/// 20,000 words the verdict took 0.6 of the time; 2,500 items save a quarter more.
constexpr Index itemsJudged = 3500;

/// Number of items of X divided by the number of items in the coarse path. This is a canonical path on a part of X,
/// which a run with held-out seeds follows first. Sensitivity not measured.
constexpr Index coarsePart = 6;
/// minimum number of items of X for a coarse path; with fewer, the path uses all items
constexpr Index minCoarse = 400;

/// Minimum share of mutual matches of a run with held-out seeds, divided by that of the result, for its held-out seeds
/// to tell how good the result is.
constexpr double comparableShare = 0.8;
/// maximum number of seeds of a fold that are held out one by one if the run without all of them is not comparable
constexpr std::size_t mostHeldAlone = 4;

/// share of a verdict's progress for matching centroids, if the runs begin with them
constexpr double shareOfCentroids = 0.3;

/// Ranks of a held-out seed's item of Y, by maps fitted without this seed.
struct HeldOutSeed
{
    double overall = 1; ///< rank of the partner among all items of Y, divided by their number

    /// Rank of the partner among the items of Y that hints do not distinguish from it, divided by their number.
    double chance = 1;
    double bestChance = 1; ///< value of `chance` if the partner is the first of these items
    /// Rank of the partner among the items of Y nearest to it, divided by their number. With hints, the larger of two
    /// values: among the nearest of all items, and among the nearest that the hints do not distinguish from it.
    double near = 1;
    bool found = false;
    bool comparable = true; ///< see HeldOutMaps
};

/// Maps of a run without some seeds.
struct HeldOutMaps
{
    CanonicalMaps maps;
    /// False if the run found far fewer mutual matches than the result. Its held-out seeds then show what fewer seeds
    /// find, not how many matches of the result are correct.
    bool comparable = true;
};

std::optional<double> mutualShareOf(const OptimizeSummary &result)
{
    const IterationStats *best = result.mostMutual();
    return best ? best->mutual : std::nullopt;
}

class HeldOutRuns
{
public:
    /// After a clean path, the maps of a held-out run are fitted with the ridge of the result's maps.
    HeldOutRuns(const PathSpaces &spaces, PathStart start, const OptimizeSummary &result, std::uint64_t seed,
                const RunContext &context)
        : m_start(start), m_ridge(result.metric.ridge), m_seed(seed),
          m_comparable(std::min(cleanShare, comparableShare * mutualShareOf(result).value_or(0)))
    {
        m_all = partToValidate(spaces, context, itemsJudged);
        matchCentroids(m_all, context.part(0, 0.8));
        const Index items = m_all.x.size() / coarsePart;
        if (items < minCoarse || mutualShareOf(result).value_or(0) < cleanShare)
            return;
        m_coarseOfX = reliableRows(m_all.x, m_all.seeds.x, items);
        m_coarse = partOf(m_all, m_coarseOfX, allItems(m_all.y.size()), context);
        matchCentroids(m_coarse, context.part(0.8, 1));
    }

    /// Returns the maps of a run without the seeds `held`; nullopt if cancelled or stopped. If the result's path was
    /// clean (cleanShare), the path uses a part of X first (coarse path), and all items only if it is not clean. A path
    /// with a large share of mutual matches ends early; one search among all items follows.
    std::optional<HeldOutMaps> operator()(const std::vector<std::size_t> &held, const RunContext &context) const
    {
        const PathSpaces spaces = withoutSeeds(m_all, held);
        const auto refitted = [&](const PathResult &end) {
            auto maps = refitMaps(spaces, end.pairs, lastRidge(end), m_ridge, context);
            return maps ? std::optional(HeldOutMaps{std::move(*maps)}) : std::nullopt;
        };
        if (!m_coarseOfX.empty()) {
            auto end = shortPath(withoutSeeds(m_coarse, held), m_start, m_seed, context.part(0, 0.5));
            if (!end)
                return std::nullopt;
            if (end->share >= cleanShare) {
                for (ItemIndex &row : end->pairs.x)
                    row = m_coarseOfX[static_cast<std::size_t>(row)];
                return refitted(*end);
            }
        }
        const auto end = shortPath(spaces, m_start, m_seed, context.part(0.5, 0.9));
        if (end && end->share >= endShare)
            return refitted(*end);
        auto step = end ? bestLastStep(spaces, *end, context.part(0.9, 1)) : std::nullopt;
        return step ? std::optional(HeldOutMaps{std::move(step->maps), end->share >= m_comparable}) : std::nullopt;
    }

private:
    /// Matches all rows by centroids, which no known pair influences, once for the runs of all folds.
    void matchCentroids(PathSpaces &spaces, const RunContext &context) const
    {
        if (m_start != PathStart::centroids)
            return;
        if (auto found =
                matchByCentroids(spaces.x.rows, spaces.y.rows, m_seed, context, [&] { return mayContinue(context); }))
            spaces.centroidMatches = std::make_shared<const WeightedPairs>(std::move(*found));
    }

    PathStart m_start;
    double m_ridge;
    std::uint64_t m_seed;
    double m_comparable; ///< share of mutual matches from which a run is comparable with the result
    PathSpaces m_all, m_coarse;
    /// rows of X in m_all that the coarse path uses; empty without a coarse path
    std::vector<ItemIndex> m_coarseOfX;
};

class Lookup
{
public:
    Lookup(const PathSpaces &spaces, const CanonicalMaps &maps, const RunContext &context)
        : m_spaces(spaces), m_context(context), m_x(canonicalCoordinates(spaces.x.rows, maps.a, context)),
          m_y(canonicalCoordinates(spaces.y.rows, maps.b, context))
    {
    }

    HeldOutSeed operator()(std::size_t seed) const
    {
        const ItemIndex i = m_spaces.seeds.x[seed], j = m_spaces.seeds.y[seed];
        const Vector similarity = m_y * m_x.row(i).transpose();
        const float own = similarity[j];
        HeldOutSeed result;
        const std::vector<ItemIndex> group = groupOf(j);
        const auto above = [&](ItemIndex item) { return similarity[item] >= own; };
        result.overall = share((similarity.array() >= own).count(), similarity.size());
        result.chance = share(std::ranges::count_if(group, above), std::ssize(group));
        result.bestChance = share(1, std::ssize(group));
        const Vector toPartner = m_spaces.y.rows * m_spaces.y.rows.row(j).transpose();
        const auto nearShare = [&](const std::vector<ItemIndex> &items) {
            const std::vector<ItemIndex> near = nearest(toPartner, nearItems, j, items);
            return share(1 + std::ranges::count_if(near, above), 1 + std::ssize(near));
        };
        // The partner is also ranked among all items, not only those of equal hints (`group`). If its hints are wrong,
        // the other items in the group are of other classes; knowing its class would then suffice to rank it first.
        result.near = std::max(nearShare(group), nearShare(allItems(m_spaces.y.size())));
        result.found = partnerOf(j) == i;
        return result;
    }

private:
    static double share(Index rank, Index items) { return static_cast<double>(rank) / static_cast<double>(items); }

    /// Items of Y that hints do not distinguish from j. Other items are left out: hints alone would rank j above them.
    std::vector<ItemIndex> groupOf(ItemIndex j) const
    {
        std::vector<ItemIndex> group;
        for (ItemIndex item = 0; item < static_cast<ItemIndex>(m_spaces.y.size()); ++item) {
            if (m_spaces.hintWeight.none() || m_spaces.hints.agreementInY(j, item) >= 0.5f || item == j)
                group.push_back(item);
        }
        return group;
    }

    static std::vector<ItemIndex> nearest(const Vector &similarity, Index count, ItemIndex without,
                                          std::vector<ItemIndex> items)
    {
        std::erase(items, without);
        const auto end = items.begin() + std::min<Index>(count, std::ssize(items));
        std::ranges::partial_sort(items, end, [&](ItemIndex a, ItemIndex b) {
            return similarity[a] > similarity[b] || (similarity[a] == similarity[b] && a < b);
        });
        items.erase(end, items.end());
        return items;
    }

    /// Match of item j of Y: the item of X with the greatest hubness-corrected similarity.
    ItemIndex partnerOf(ItemIndex j) const
    {
        const std::vector<ItemIndex> near =
            nearest(m_x * m_y.row(j).transpose(), nearestCompared, noItem, allItems(m_x.rows()));
        const Matrix back = productTransposed(rowsOf(m_x, near), m_y, m_context);
        ItemIndex best = noItem;
        float greatest = 0;
        for (std::size_t c = 0; c < near.size(); ++c) {
            const auto row = back.row(static_cast<Index>(c));
            const float score = row[j] - static_cast<float>(meanOfGreatest({row.begin(), row.end()}) / 2);
            if (best == noItem || score > greatest) {
                best = near[c];
                greatest = score;
            }
        }
        return best;
    }

    static double meanOfGreatest(std::vector<float> values)
    {
        const auto end = values.begin() + std::min<Index>(neighboursOfCsls, std::ssize(values));
        std::ranges::partial_sort(values, end, std::greater<>());
        return std::accumulate(values.begin(), end, 0.0) / static_cast<double>(end - values.begin());
    }

    const PathSpaces &m_spaces;
    const RunContext &m_context;
    const Matrix m_x, m_y;
};

/// Returns the values of the seeds `held`, by a run without them; nullopt if cancelled or stopped. If that run is not
/// comparable with the result, a run without each of them follows, which lacks fewer seeds.
std::optional<std::vector<HeldOutSeed>> heldOutSeeds(const PathSpaces &spaces, const HeldOutRuns &runs,
                                                     const std::vector<std::size_t> &held, const RunContext &context)
{
    const auto valuesWithout = [&](const std::vector<std::size_t> &seeds,
                                   const RunContext &part) -> std::optional<std::vector<HeldOutSeed>> {
        const auto run = runs(seeds, part);
        if (!run)
            return std::nullopt;
        const Lookup lookup(spaces, run->maps, context);
        std::vector<HeldOutSeed> values;
        for (const std::size_t s : seeds) {
            values.push_back(lookup(s));
            values.back().comparable = run->comparable;
        }
        return values;
    };
    auto values = valuesWithout(held, context.part(0, 0.5));
    if (!values || values->front().comparable || held.size() == 1 || held.size() > mostHeldAlone)
        return values;
    for (std::size_t h = 0; h < held.size(); ++h) {
        const auto alone = valuesWithout({held[h]}, context.part(0.5, 1).step(h, held.size()));
        if (!alone)
            return std::nullopt;
        (*values)[h] = alone->front();
    }
    return values;
}

/// Estimates the share of correct matches among items with a partner, from the held-out seeds without the suspected
/// ones. If the items of a seed are far from each other, either the seed is wrong or the run cannot place its items;
/// the data do not show which. The upper end of the interval therefore excludes all seeds that may be wrong.
void estimate(const PathSpaces &spaces, const std::vector<HeldOutSeed> &values, FoundSeeds &seeds, Verdict &verdict)
{
    const ShareEstimate ofAll = seeds.estimateWithout({});
    std::vector<double> overall;
    std::vector<Index> places;
    for (std::size_t s = 0; s < values.size(); ++s) {
        if (!values[s].comparable)
            continue;
        overall.push_back(values[s].overall - 1 / static_cast<double>(spaces.y.size()));
        places.push_back(static_cast<Index>(s));
    }
    seeds.suspects = elementsAt(places, likelyWrongSeeds(overall, ofAll.value, spaces.y.size()));
    seeds.doubtful = elementsAt(places, likelyWrongSeeds(overall, ofAll.value, spaces.y.size(), notRuledOut));
    seeds.suspects.resize(std::min(seeds.suspects.size(), maxSuspects(seeds.found.size())));
    std::ranges::sort(seeds.suspects);
    for (const Index seed : seeds.suspects)
        verdict.suspectSeeds.push_back(spaces.seedPlaces[static_cast<std::size_t>(seed)]);
    verdict.correct = seeds.estimateWithout(seeds.suspects);
    verdict.correct->high = std::max(verdict.correct->high, seeds.estimateWithout(seeds.doubtful).high);
    if (!seeds.suspects.empty())
        verdict.correctOfAll = ofAll;
}

/// Derives the verdict from the ranks of the held-out seeds. Seeds are suspected only if the spaces are aligned. If the
/// hints distinguish nearly all items, even first ranks of all partners would not be significant: there is no verdict.
FoundSeeds conclude(const PathSpaces &spaces, const std::vector<HeldOutSeed> &seeds, std::optional<double> mutualShare,
                    Verdict &verdict)
{
    FoundSeeds heldOut{{}, {}, {}, {}, mutualShare};
    std::vector<double> chances, bestChances, nears;
    for (const HeldOutSeed &seed : seeds) {
        chances.push_back(seed.chance);
        bestChances.push_back(seed.bestChance);
        nears.push_back(seed.near);
        heldOut.found.push_back(seed.found);
        heldOut.comparable.push_back(seed.comparable);
    }
    verdict.knownPairs = std::ssize(seeds);
    verdict.found = std::ranges::count(heldOut.found, true);
    verdict.withinHints = !spaces.hintWeight.none();
    verdict.pChance = combinedChance(chances);
    verdict.pClass = combinedChance(nears);
    verdict.alignment = combinedChance(bestChances) >= significant ? Alignment::notJudged
                        : *verdict.pChance >= significant          ? Alignment::chance
                        : *verdict.pClass >= significant           ? Alignment::classOnly
                                                                   : Alignment::aligned;
    if (verdict.alignment == Alignment::aligned)
        estimate(spaces, seeds, heldOut, verdict);
    return heldOut;
}

/// Computes Verdict::foundWithoutAnchors.
std::optional<double> foundWithoutAnchors(const OptimizeInput &input)
{
    const Matrix &x = input.x.rows, &y = input.y.rows;
    if (x.size() == 0 || y.size() == 0 || x.cols() != y.cols())
        return std::nullopt;
    const std::size_t pairs = std::min(input.seedsOfY.size(), maxCompared);
    Index found = 0;
    for (std::size_t s = 0; s < pairs; ++s)
        found += nearest(x.row(input.anchorsOfX[s]), y, 1).front().item == input.seedsOfY[s] ? 1 : 0;
    return static_cast<double>(found) / static_cast<double>(pairs);
}

/// Share of items of Y with the same match in three runs that differ in the random seed; nullopt if ended or cancelled.
std::optional<double> agreement(const PathSpaces &spaces, PathStart start, std::uint64_t seed,
                                const RunContext &context)
{
    const auto items = static_cast<std::size_t>(spaces.y.size());
    std::vector<ItemIndex> matches(agreeingRuns * items);
    const DistributedRuns schedule(context.communicator);
    for (std::size_t run = 0; run < agreeingRuns; ++run) {
        if (!schedule.isOwn(run))
            continue;
        auto best = bestOfStarts(spaces, pathStartId(start), false, hashBits(seed, agreeingRuns, run, 0),
                                 context.step(run, agreeingRuns).withoutRanks());
        if (!best)
            return std::nullopt;
        std::ranges::copy(best->step.matches.xOfY, matches.begin() + static_cast<Index>(run * items));
    }
    schedule.gather(matches, [&](std::size_t place) { return place / items; });
    Index same = 0;
    for (std::size_t j = 0; j < items; ++j)
        same += matches[j] == matches[items + j] && matches[j] == matches[2 * items + j];
    return static_cast<double>(same) / static_cast<double>(items);
}

} // namespace

bool canValidate(const OptimizeSummary &result, std::size_t seeds)
{
    const bool whole =
        result.termination == Termination::converged || result.termination == Termination::iterationLimit;
    return whole && result.hasResult() && !result.start.empty() && (seeds == 0 || seeds >= fewestSeeds);
}

std::optional<Verdict> validateAlignment(const OptimizeInput &input, const OptimizeOptions &options,
                                         const OptimizeSummary &result, const RunContext &unlimited,
                                         const SpanReduction *known)
{
    const Stopwatch clock;
    Verdict verdict;
    const auto start = findPathStart(result.start);
    const HintWeight hints = findHintWeight(result.hint.weight).value_or(HintWeight());
    if (!canValidate(result, input.seedsOfY.size()) || !start || (!hints.none() && input.hints.empty()))
        return verdict;
    // With several MPI ranks there is no time limit: if one rank ended alone, the others would wait for it forever.
    const RunContext context = unlimited.communicator ? unlimited : unlimited.withTimeout(options.timeLimitSeconds);
    context.report(0, "computing the verdict");
    const SpanReduction spans = known ? *known : SpanReduction(input.x, input.y, context);
    if (context.cancelled())
        return std::nullopt;
    const OptimizeInput narrow = spans.input(input);
    const std::unique_ptr<Subset> large = partForPath(narrow);
    PathSpaces spaces = pathSpaces(large ? large->input() : narrow, context);
    spaces.hintWeight = hints;
    if (context.cancelled())
        return std::nullopt;
    if (narrow.seedsOfY.empty()) {
        verdict.agreement = agreement(partToValidate(std::move(spaces), context), *start, options.seed, context);
        if (!verdict.agreement)
            return std::nullopt;
    } else if (spaces.seeds.count() >= fewestSeeds) {
        const double begin = *start == PathStart::centroids ? shareOfCentroids : 0;
        const HeldOutRuns runs(spaces, *start, result, options.seed, context.part(0, begin));
        const auto seeds =
            crossValidate<HeldOutSeed>(spaces.seeds.count(), context.part(begin, 1),
                                       [&](const std::vector<std::size_t> &held, const RunContext &part) {
                                           return heldOutSeeds(spaces, runs, held, part);
                                       });
        if (!seeds)
            return std::nullopt;
        verdict.foundWithoutAnchors = foundWithoutAnchors(input);
        const FoundSeeds heldOut = conclude(spaces, *seeds, mutualShareOf(result), verdict);
        if (verdict.alignment == Alignment::aligned &&
            !extendToPartners(input, spaces, large.get(), result, heldOut, verdict, context))
            return std::nullopt;
    }
    verdict.seconds = clock.seconds();
    return verdict;
}

} // namespace anchorscope
