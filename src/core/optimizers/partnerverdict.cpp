// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/partnerverdict.h"

#include "core/optimizers/removedpartners.h"
#include "core/projection/relative.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

FoundSeeds::Counts FoundSeeds::countsWithout(const std::vector<Index> &some) const
{
    Counts counts;
    for (std::size_t s = 0; s < found.size(); ++s) {
        if (!comparable[s] || std::ranges::find(some, static_cast<Index>(s)) != some.end())
            continue;
        ++counts.held;
        counts.found += found[s];
    }
    return counts;
}

ShareEstimate FoundSeeds::estimateWithout(const std::vector<Index> &some) const
{
    const Counts counts = countsWithout(some);
    return estimateCorrect(mutualShare, counts.found, counts.held);
}

CorrectDensities FoundSeeds::densitiesWithout(const std::vector<Index> &some) const
{
    const Counts counts = countsWithout(some);
    return {densityOfCorrect(mutualShare, counts.found, counts.held), densityOfCorrect({}, counts.found, counts.held)};
}

namespace {

/// Limit for the lower ends of three intervals: those for the share of items with a partner, for the share of correct
/// matches, and for the share of correct matches among items with a partner. The verdict is “unclear” if the first two
/// are below the limit but the third is not: false matches that fit each other then look correct. Measured on 180 pairs
/// of spaces (calibration suite): if 20 to 100 % of the items have a partner, the interval contained the true share in
/// 139 of 144 pairs. If 5 % have one, all 34 pairs with an estimate were “unclear”; if 20 % have one, 10 of 36. With
/// 0.25 instead of 0.12, pairs of spaces with poor maps were “unclear”, although all their items have a partner.
constexpr double fewPartners = 0.12;
/// Standard score from which the matches of held-out seeds count as more similar than those of other items (level
/// 0.01). Of 56 pairs of spaces in which all items have a partner, one was above it; 10 % of its matches are correct.
constexpr double clearExcess = 2.33;

/// Number of standard deviations by which the measured share of correct matches must be below the share by known pairs
/// to show that items lack a partner (one-sided level 0.1). Words, digits and made spaces of which 80 % of the items
/// have a partner: without this rule, 12 of 18 intervals were too high, with it none.
constexpr double clearlyFewer = 1.28;

/// Features of the match of each row of Y, in canonical coordinates. Empty if cancelled or without maps.
std::vector<MatchFeatures> matchesOf(const OptimizeInput &input, const PathSpaces &spaces, const Subset *large,
                                     const CanonicalMetric &metric, const RunContext &context)
{
    if (metric.empty())
        return {};
    const auto coordinates = [&](Side side) {
        const PathSpace &space = side == Side::x ? spaces.x : spaces.y;
        std::vector<ItemIndex> items = space.items;
        for (ItemIndex &item : items) {
            if (large)
                item = (side == Side::x ? large->itemsOfX() : large->itemsOfY())[static_cast<std::size_t>(item)];
        }
        return canonicalCoordinates(side == Side::x ? input.x : input.y, items, metric, side, context);
    };
    return matchFeatures(coordinates(Side::x), coordinates(Side::y), context);
}

/// Extends the estimated share of correct matches from the held-out seeds to all items, of which some may have no
/// partner. Known pairs that are not suspected of being wrong are counted, not estimated.
void estimatePartners(const PathSpaces &spaces, const std::vector<MatchFeatures> &matches, const MatchModel &model,
                      const FoundSeeds &heldOut, Verdict &verdict)
{
    KnownCounts counts{spaces.y.size(), 0, 0};
    for (std::size_t s = 0; s < spaces.seeds.count(); ++s) {
        if (std::ranges::binary_search(heldOut.suspects, static_cast<Index>(s)))
            continue;
        ++counts.known;
        counts.knownCorrect += matches[static_cast<std::size_t>(spaces.seeds.y[s])].match == spaces.seeds.x[s];
    }
    const auto sharesWithout = [&](const std::vector<Index> &some) {
        return partnerShare(heldOut.densitiesWithout(some), model.share(), counts);
    };
    const PartnerShare shares = sharesWithout(heldOut.suspects);
    verdict.withPartner = shares.withPartner;
    const MeasuredShare &measured = model.share();
    if (shares.withPartner.value >= allPartners &&
        measured.value > verdict.correct->value - clearlyFewer * measured.deviation) {
        verdict.correctGivenPartner = verdict.correct;
        return;
    }
    const PartnerShare withoutDoubtful = sharesWithout(heldOut.doubtful);
    verdict.correctGivenPartner = shares.correctGivenPartner;
    verdict.correctGivenPartner->high = verdict.correct->high == 1 ? 1
                                                                   : std::max(shares.correctGivenPartner.high,
                                                                              withoutDoubtful.correctGivenPartner.high);
    const ShareEstimate ofPairs = *verdict.correct;
    verdict.correct = shares.correct;
    if (shares.withPartner.value >= allPartners) { // the interval contains those of both estimates
        verdict.correct->low = std::min(shares.correct.low, ofPairs.low);
        verdict.correct->high = std::max(shares.correct.high, ofPairs.high);
    }
    // The interval of correct matches extends to 1 if all held-out seeds are found, as in estimateCorrect().
    verdict.correct->high = verdict.correctGivenPartner->high == 1 && shares.withPartner.high == 1
                                ? 1
                                : std::max(verdict.correct->high, withoutDoubtful.correct.high);
    if (verdict.correctOfAll)
        verdict.correctOfAll = sharesWithout({}).correct;
}

/// Standard score of a one-sided test (Mann and Whitney 1947) of whether the matches of held-out seeds are more similar
/// than those of other items. This is not the case if all items have a partner, even if the map is poor.
double excessOfKnown(const MatchSample &sample)
{
    std::vector<float> others;
    for (const MatchFeatures &each : sample.observed)
        others.push_back(each.cosine);
    std::ranges::sort(others);
    const auto items = static_cast<double>(others.size()), seeds = static_cast<double>(sample.known.size());
    double excess = 0;
    for (const MatchFeatures &each : sample.known) {
        const auto [below, above] = std::ranges::equal_range(others, each.cosine);
        excess +=
            (static_cast<double>(below - others.begin()) + static_cast<double>(above - others.begin()) - items) / 2;
    }
    return excess / std::sqrt(std::max(1.0, seeds * items * (seeds + items + 1) / 12));
}

bool isUnclear(const MatchSample &sample, const Verdict &verdict)
{
    // Low shares are due to missing partners only if enough held-out seeds are found; otherwise the map is poor.
    if (verdict.withPartner->low < fewPartners && verdict.correct->low < fewPartners &&
        verdict.correctGivenPartner->low >= fewPartners)
        return true;
    // If the map is poor, false matches that fit each other can look as correct as those of the seeds.
    return verdict.withPartner->high >= allPartners && verdict.correctGivenPartner->value < mostlyAligned &&
           excessOfKnown(sample) > clearExcess;
}

/// Probability that the match of each item of Y is correct: 1 or 0 for known pairs that are not suspected of being
/// wrong, 0 for items that take no part in the run.
std::vector<float> probabilitiesOf(const OptimizeSummary &result, const PathSpaces &spaces,
                                   const std::vector<MatchFeatures> &matches, const MatchModel &model,
                                   const Verdict &verdict)
{
    std::vector<ItemIndex> partner(matches.size(), noItem);
    for (std::size_t s = 0; s < spaces.seeds.count(); ++s) {
        if (std::ranges::find(verdict.suspectSeeds, spaces.seedPlaces[s]) == verdict.suspectSeeds.end())
            partner[static_cast<std::size_t>(spaces.seeds.y[s])] = spaces.seeds.x[s];
    }
    const auto found = [&](std::size_t row) {
        return spaces.x.rowOf(result.correspondence[static_cast<std::size_t>(spaces.y.items[row])]);
    };
    std::vector<MatchFeatures> others;
    double correct = verdict.correct->value * static_cast<double>(matches.size());
    for (std::size_t row = 0; row < matches.size(); ++row) {
        if (partner[row] != noItem) {
            correct -= partner[row] == found(row);
            continue;
        }
        others.push_back(matches[row]);
        others.back().mutual &= matches[row].match == found(row);
    }
    const double share = others.empty() ? 0 : correct / static_cast<double>(others.size());
    const std::vector<float> ofOthers = model.probabilities(others, std::clamp(share, 0.0, 1.0));
    std::vector<float> probabilities(result.correspondence.size());
    std::size_t next = 0;
    for (std::size_t row = 0; row < matches.size(); ++row)
        probabilities[static_cast<std::size_t>(spaces.y.items[row])] =
            partner[row] == noItem ? ofOthers[next++] : static_cast<float>(partner[row] == found(row));
    return probabilities;
}

} // namespace

bool extendToPartners(const OptimizeInput &input, const PathSpaces &spaces, const Subset *large,
                      const OptimizeSummary &result, const FoundSeeds &heldOut, Verdict &verdict,
                      const RunContext &context)
{
    const std::vector<MatchFeatures> matches =
        matchesOf(input, spaces, large, result.metric, context.withoutProgress().withoutRanks());
    if (matches.empty())
        return !context.cancelled();
    const auto sample = matchesWithoutPartners(spaces, matches, result.metric.ridge, context);
    if (!sample)
        return false;
    const MatchModel model(*sample);
    estimatePartners(spaces, matches, model, heldOut, verdict);
    if (isUnclear(*sample, verdict)) {
        verdict.alignment = Alignment::unclear;
        // Lowers the intervals so that they include the case that only the items of known pairs have a partner.
        const double known = static_cast<double>(spaces.seeds.count()) / static_cast<double>(spaces.y.size());
        verdict.withPartner->low = std::min(verdict.withPartner->low, known);
        verdict.correct->low = std::min(verdict.correct->low, verdict.correctGivenPartner->low * known);
    }
    if (!large)
        verdict.matchProbability = probabilitiesOf(result, spaces, matches, model, verdict);
    return true;
}

} // namespace anchorscope
