// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/statistics.h"

#include <optional>
#include <string>
#include <vector>

namespace anchorscope {

/// Whether two spaces were aligned, determined from known pairs that the run was not given (core/definitions.md, 5e).
enum class Alignment { notJudged, aligned, classOnly, chance, unclear };
const char *alignmentId(Alignment alignment); ///< id of an alignment in files and JSON: "aligned", "chance", …

/// Evaluation of a result without ground truth: the alignment and the share of correct matches are two separate
/// statements.
struct Verdict
{
    Alignment alignment = Alignment::notJudged;
    /// p-value: probability that held-out partners rank as high among all items of Y by chance.
    std::optional<double> pChance;
    /// p-value: probability that held-out partners rank as high by chance among the items of Y nearest to them. Small
    /// only if more than classes or regions agree.
    std::optional<double> pClass;
    /// Share of correct matches among all matches of the result; only if aligned. Suspected seeds are not used.
    std::optional<ShareEstimate> correct;
    /// Without seeds: the share of items on which three starts agree, not verified by known pairs.
    std::optional<double> agreement;
    /// Positions of seeds contradicted by runs that did not use them (seedcheck.h).
    std::vector<Index> suspectSeeds;
    double seconds = 0; ///< duration of the verdict's computation
    /// `correct` with the suspected seeds counted as pairs that were not found; none without suspects.
    std::optional<ShareEstimate> correctOfAll = {};
    Index knownPairs = 0;     ///< held-out pairs behind the verdict
    Index found = 0;          ///< held-out pairs that were found
    bool withinHints = false; ///< held-out pairs were ranked among the items of their own hint group
    /// Share of the items of Y that have a partner in X, and of correct matches among these; only if aligned. Without
    /// the first, `correct` assumes that all items have a partner.
    std::optional<ShareEstimate> withPartner = {}, correctGivenPartner = {};
    /// Probability of each match to be correct, by item of Y; empty if unknown.
    std::vector<float> matchProbability = {};
    bool operator==(const Verdict &) const = default;
};

/// Expected quality of some of the matches of a result.
struct ExpectedMatches
{
    Index matches = 0;
    double precision = 0; ///< expected share of the matches that are correct
    double recall = 0;    ///< expected share of the items of Y with a partner that are matched to it
};
/// Returns the expected quality of the matches in `xOfY` (noItem: no match); none without probabilities or matches.
std::optional<ExpectedMatches> expectedMatches(const Verdict &verdict, const std::vector<ItemIndex> &xOfY);
/// Keeps the matches whose probability of being correct is at least `precision`; the others become noItem.
std::vector<ItemIndex> matchesOfPrecision(const Verdict &verdict, std::vector<ItemIndex> xOfY, double precision);

/// Mean estimate of the share of items with a partner from which all are assumed to have one: no sentence mentions
/// others, and the share of correct matches is estimated from the known pairs. In 60 pairs of the calibration suite it
/// was 0.997 or more where all have one, 0.91 or less where 70 % have, and above 0.95 in one of 7 where 5 % have.
inline constexpr double allPartners = 0.95;
/// Shares of correct matches below which only a few items count as aligned, and from which most do.
inline constexpr double fewAligned = 0.1;
inline constexpr double mostlyAligned = 0.6;

/// Headline of a verdict, used by the window, the command line, files and Python. It depends only on the estimate, so
/// it does not change if the true pairing is known: “Aligned item by item” (at least 90 % of the matches correct, lower
/// end of the interval at least 60 %), “Mostly aligned” (60 %), “Partly aligned” (10 %), “A few items are aligned”,
/// “Aligned” (without an estimate), “Only classes are aligned”, “No alignment found”, “Too few partners to tell”; and
/// one of its own for Alignment::notJudged.
const char *verdictHeadline(const Verdict &verdict);
/// Sentence for the screen about this run and its input, not about the spaces.
std::string verdictText(const Verdict &verdict);
/// A sentence about the items with a partner, part of verdictText(), after a space: “ 300 to 340 of 820 items have a
/// partner; about 99% of their matches are correct (96% to 100%).”. Empty if all items seem to have one.
std::string partnersText(const Verdict &verdict);

/// Posterior density of the share of correct matches among items with a partner, from the cross-fitted share of mutual
/// matches (none: unknown) and from `found` of `asked` held-out pairs (ours; core/definitions.md, 5e), on a grid from 0
/// to 1.
std::vector<double> densityOfCorrect(std::optional<double> mutualShare, Index found, Index asked);
/// Mean of such a posterior density and its 95 % interval.
ShareEstimate estimateCorrect(std::optional<double> mutualShare, Index found, Index asked);

} // namespace anchorscope
