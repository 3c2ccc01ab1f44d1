// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/alignment/verdict.h"

#include "core/plaintext.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

/// Maximum number of matches with equal row numbers that counts as chance. In random order one such match is expected,
/// for any number of items, and only one of 1,700 orders has more than five.
constexpr double maxByChance = 5;
/// Minimum share of items on which three runs without seeds agree. A lower agreement can be limited to a single region.
constexpr double minRunAgreement = 0.5;

/// Minimum estimated share of correct matches for the headline “Aligned item by item”
constexpr double nearlyAll = 0.9;

/// Minimum share of known pairs that are nearest neighbours without anchors for the advice to compare absolute vectors
constexpr double agreeWithoutAnchors = 0.5;

struct AlignmentWords
{
    Alignment alignment;
    const char *id, *headline;
};

constexpr AlignmentWords alignments[] = {{Alignment::notJudged, "not judged", "Not judged"},
                                         {Alignment::aligned, "aligned", "Aligned"},
                                         {Alignment::classOnly, "class only", "Only classes are aligned"},
                                         {Alignment::chance, "chance", "No alignment found"},
                                         {Alignment::unclear, "unclear", "Too few partners to tell"}};

const AlignmentWords &wordsOf(Alignment alignment)
{
    return *std::ranges::find(alignments, alignment, &AlignmentWords::alignment);
}

std::string percent(double share)
{
    return roundedText(std::round(100 * share), 6) + "%";
}

std::string fromPairs(const Verdict &verdict)
{
    return verdict.knownPairs > 0 ? " from " + std::to_string(verdict.knownPairs) + " known pairs" : "";
}

std::string correctText(const ShareEstimate &correct)
{
    return "about " + percent(correct.value) + " of the matches are correct (" + percent(correct.low) + " to " +
           percent(correct.high) + ", 95% interval)";
}

} // namespace

const char *alignmentId(Alignment alignment)
{
    return wordsOf(alignment).id;
}

const char *verdictHeadline(const Verdict &verdict)
{
    if (verdict.alignment != Alignment::aligned || !verdict.correct)
        return wordsOf(verdict.alignment).headline;
    const ShareEstimate &correct = *verdict.correct;
    return correct.value >= nearlyAll && correct.low >= mostlyAligned ? "Aligned item by item"
           : correct.value >= mostlyAligned                           ? "Mostly aligned"
           : correct.value >= fewAligned                              ? "Partly aligned"
                                                                      : "A few items are aligned";
}

std::string partnersText(const Verdict &verdict)
{
    if (!verdict.withPartner || !verdict.correctGivenPartner || verdict.withPartner->value >= allPartners)
        return {};
    const auto items = static_cast<double>(verdict.matchProbability.size());
    const auto count = [&](double share) { return roundedText(std::round(items * share), 12); };
    const ShareEstimate &partners = *verdict.withPartner, &given = *verdict.correctGivenPartner;
    return (items > 0 ? " " + count(partners.low) + " to " + count(partners.high) + " of " + count(1) + " items have"
                      : " " + percent(partners.low) + " to " + percent(partners.high) + " of the items have") +
           " a partner; about " + percent(given.value) + " of their matches are correct (" + percent(given.low) +
           " to " + percent(given.high) + ").";
}

std::string absoluteText(const Verdict &verdict)
{
    if (verdict.foundWithoutAnchors.value_or(0) < agreeWithoutAnchors)
        return {};
    return "Without anchors, " + percent(*verdict.foundWithoutAnchors) +
           " of the known pairs are nearest neighbours too: compare absolute vectors first.";
}

std::string verdictText(const Verdict &verdict)
{
    if (verdict.alignment == Alignment::notJudged && verdict.withinHints)
        return "No verdict: the hint distinguishes nearly all items, and held-out pairs can be tested only among items "
               "that it does not distinguish. A hint with larger groups, or none, gets a verdict.";
    if (verdict.alignment == Alignment::notJudged)
        return "No verdict: this needs at least 4 known pairs and a completed run of auto or canonical.";
    if (verdict.alignment == Alignment::classOnly)
        return "This run" + fromPairs(verdict) +
               (verdict.withinHints ? " aligned only regions within the groups of the hint"
                                    : " aligned only classes or regions") +
               ": held-out pairs are matched to similar items, but to their partners no better than by chance. More "
               "known pairs may give a clearer answer.";
    if (verdict.alignment == Alignment::chance)
        return "This run found no alignment" + fromPairs(verdict) + ": held-out pairs are retrieved " +
               (verdict.withinHints ? "within the groups of the hint " : "") +
               "no better than by chance. More known pairs may help to find one.";
    const std::string headline = verdictHeadline(verdict);
    if (!verdict.correct)
        return headline + ".";
    std::string text = headline + ": " + correctText(*verdict.correct) + "." + partnersText(verdict);
    if (verdict.correctOfAll)
        text += " Without " + counted(std::ssize(verdict.suspectSeeds), "known pair that is", "known pairs that are") +
                " suspected to be wrong; with all of them " + percent(verdict.correctOfAll->value) + " (" +
                percent(verdict.correctOfAll->low) + " to " + percent(verdict.correctOfAll->high) + ").";
    const std::string absolute = absoluteText(verdict);
    return absolute.empty() ? text : text + ' ' + absolute;
}

std::optional<ExpectedMatches> expectedMatches(const Verdict &verdict, const std::vector<ItemIndex> &xOfY)
{
    ExpectedMatches expected;
    double correct = 0;
    for (std::size_t j = 0; j < verdict.matchProbability.size(); ++j) {
        if (xOfY[j] == noItem)
            continue;
        ++expected.matches;
        correct += static_cast<double>(verdict.matchProbability[j]);
    }
    if (expected.matches == 0 || !verdict.withPartner)
        return std::nullopt;
    expected.precision = correct / static_cast<double>(expected.matches);
    const double partners = verdict.withPartner->value * static_cast<double>(verdict.matchProbability.size());
    expected.recall = std::min(1.0, correct / std::max(partners, correct));
    return expected;
}

std::vector<ItemIndex> matchesOfPrecision(const Verdict &verdict, std::vector<ItemIndex> xOfY, double precision)
{
    for (std::size_t j = 0; j < xOfY.size(); ++j) {
        if (j >= verdict.matchProbability.size() || static_cast<double>(verdict.matchProbability[j]) < precision)
            xOfY[j] = noItem;
    }
    return xOfY;
}

namespace {

/// Number of held-out pairs that weigh as much as the prior that correct matches are as frequent as mutual ones.
constexpr double seedsOfPrior = 30;
/// Weights of the three parts of the prior of the share of correct matches. `near`: values near the share of mutual
/// matches. `above`: values above it, because items without a partner lower it. `anywhere`: all values. If a weight or
/// seedsOfPrior is halved or doubled, the share of intervals that contain the true value changes by 0.01 and the median
/// error by 0.005 (calibration suite). Without `above`, intervals for spaces that overlap partly end too low.
constexpr double near = 0.4, above = 0.4, anywhere = 0.2;
constexpr Index steps = 2000;
/// Minimum width of the range above the share of mutual matches, which would be empty for a share of 1.
constexpr double minRange = 1e-3;
/// Minimum of both parameters of the beta prior, so that its exponents are at least −0.5.
constexpr double minPrior = 0.5;

double logBeta(double share, double a, double b)
{
    return std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + (a - 1) * std::log(share) +
           (b - 1) * std::log1p(-share);
}

} // namespace

std::vector<double> densityOfCorrect(std::optional<double> mutualShare, Index found, Index asked)
{
    const double share = mutualShare.value_or(0.5), pairs = mutualShare ? seedsOfPrior : 2;
    const double a = std::max(pairs * share, minPrior), b = std::max(pairs * (1 - share), minPrior);
    const auto hits = static_cast<double>(found), misses = static_cast<double>(asked - found);
    // Likelihoods are divided by the greatest, so that densities for different shares of mutual matches are comparable.
    const double observed = hits / std::max(1.0, hits + misses);
    const double greatest =
        (found > 0 ? hits * std::log(observed) : 0) + (asked > found ? misses * std::log1p(-observed) : 0);
    std::vector<double> density;
    for (Index i = 0; i < steps; ++i) {
        const double correct = (static_cast<double>(i) + 0.5) / steps;
        const double prior = near * std::exp(logBeta(correct, a, b)) +
                             (correct >= share ? above / std::max(1 - share, minRange) : 0) + anywhere;
        density.push_back(prior * std::exp(hits * std::log(correct) + misses * std::log1p(-correct) - greatest));
    }
    return density;
}

ShareEstimate estimateCorrect(std::optional<double> mutualShare, Index found, Index asked)
{
    const std::vector<double> density = densityOfCorrect(mutualShare, found, asked);
    double total = 0, mean = 0;
    for (Index i = 0; i < steps; ++i) {
        const double value = density[static_cast<std::size_t>(i)];
        total += value;
        mean += value * (static_cast<double>(i) + 0.5) / steps;
    }
    const auto stepOfQuantile = [&](double part) {
        double below = 0;
        Index i = 0;
        while (i < steps - 1 && below + density[static_cast<std::size_t>(i)] < part * total)
            below += density[static_cast<std::size_t>(i++)];
        return static_cast<double>(i);
    };
    // The interval extends to 0 if no held-out pair is found, and to 1 if all are found.
    const double low = found == 0 ? 0 : stepOfQuantile(0.025) / steps;
    const double high = found == asked ? 1 : (stepOfQuantile(0.975) + 1) / steps;
    return {mean / total, low, high};
}

bool contradictsPairing(const Verdict &verdict, std::optional<double> correct, const Correspondence &assumed)
{
    const auto pairs = static_cast<double>(assumed.pairs());
    if (!correct || pairs < 10 * maxByChance || *correct * pairs > maxByChance + 0.5)
        return false;
    return verdict.alignment == Alignment::aligned || verdict.agreement.value_or(0) >= minRunAgreement;
}

} // namespace anchorscope
