// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/statistics.h"

#include <optional>
#include <string>
#include <vector>

namespace anchorscope {

/// Whether two spaces were aligned, as determined from known pairs that the run was not given (core/definitions.md,
/// 5e).
enum class Alignment { notJudged, aligned, classOnly, chance, unclear };
const char *alignmentId(Alignment alignment); ///< id of an Alignment in files and JSON: "aligned", "chance", …

/// Verdict on the result of a run, computed without ground truth. Whether the spaces are aligned and how many matches
/// are correct are two separate statements.
struct Verdict
{
    Alignment alignment = Alignment::notJudged;
    /// P-value: probability that the held-out partners would rank as high by chance among all items of Y.
    std::optional<double> pChance;
    /// P-value: probability that the held-out partners would rank as high by chance among the items of Y nearest to
    /// them. Small only if more than classes or regions agree.
    std::optional<double> pClass;
    /// Share of correct matches among all matches of the result, estimated without suspected seeds; null unless
    /// aligned.
    std::optional<ShareEstimate> correct;
    /// Share of items on which three runs without seeds agree, not verified by known pairs; null with seeds.
    std::optional<double> agreement;
    /// Positions of seeds that runs without these seeds contradict (seedcheck.h).
    std::vector<Index> suspectSeeds;
    /// Seconds that the computation of the verdict took.
    double seconds = 0;
    /// Share like `correct`, with suspected seeds counted as pairs that were not found; null without suspected seeds.
    std::optional<ShareEstimate> correctOfAll = {};
    /// Number of held-out pairs that the verdict is based on.
    Index knownPairs = 0;
    /// Number of held-out pairs whose items were matched to each other.
    Index found = 0;
    /// True if held-out partners were ranked only among the items that the hints do not distinguish from them.
    bool withinHints = false;
    /// Share of the items of Y that have a partner in X, and share of correct matches among these items; null unless
    /// aligned. Without `withPartner`, `correct` assumes that all items have a partner.
    std::optional<ShareEstimate> withPartner = {}, correctGivenPartner = {};
    /// For each item of Y the probability that its match is correct; empty if not computed.
    std::vector<float> matchProbability = {};
    bool operator==(const Verdict &) const = default;
};

/// Expected quality of a selection of the matches of a result.
struct ExpectedMatches
{
    Index matches = 0;
    double precision = 0; ///< expected share of correct matches in the selection
    double recall = 0;    ///< share of the partners of items of Y that the selection is expected to contain
};
/// Returns the expected quality of the matches in `xOfY` (noItem: the item has no match); nullopt without probabilities
/// or matches.
std::optional<ExpectedMatches> expectedMatches(const Verdict &verdict, const std::vector<ItemIndex> &xOfY);
/// Replaces the matches whose probability of being correct is below `precision` by noItem.
std::vector<ItemIndex> matchesOfPrecision(const Verdict &verdict, std::vector<ItemIndex> xOfY, double precision);

/// Estimated share of items with a partner from which on all items are assumed to have a partner: texts do not mention
/// items without one, and the share of correct matches is estimated from the known pairs. In 60 pairs of spaces of the
/// calibration suite the estimate was 0.997 or more where all items have a partner, and 0.91 or less where 70 % do.
/// Where 5 % do, it was above 0.95 in one of 7 pairs of spaces.
inline constexpr double allPartners = 0.95;
/// Limits of the share of correct matches in headlines: below the first “A few items are aligned”, from the second on
/// “Mostly aligned”.
inline constexpr double fewAligned = 0.1;
inline constexpr double mostlyAligned = 0.6;

/// Headline of a verdict for the window, the command line, files and Python. It depends on the estimated shares only,
/// so it does not change if the true pairing is available: “Aligned item by item” (at least 90 % of the matches
/// correct, lower end of the interval at least 60 %), “Mostly aligned” (60 %), “Partly aligned” (10 %), “A few items
/// are aligned”, “Aligned” (without an estimate), “Only classes are aligned”, “No alignment found”, “Too few partners
/// to tell”; and a separate headline for Alignment::notJudged.
const char *verdictHeadline(const Verdict &verdict);
/// Explains a verdict in a sentence for the screen. The sentence is about one run and its input, not about the spaces.
std::string verdictText(const Verdict &verdict);
/// Last sentence of verdictText(), about the items with a partner, after a space: “ 300 to 340 of 820 items have a
/// partner; about 99% of their matches are correct (96% to 100%).”. Empty if all items are assumed to have a partner.
std::string partnersText(const Verdict &verdict);

/// Posterior density of the share of correct matches among items with a partner, on a grid from 0 to 1. It is computed
/// from the cross-fitted share of mutual matches (nullopt: not available) and from the `found` pairs among `asked`
/// held-out pairs (ours; core/definitions.md, 5e).
std::vector<double> densityOfCorrect(std::optional<double> mutualShare, Index found, Index asked);
/// Mean and 95 % interval of the posterior density of the share of correct matches.
ShareEstimate estimateCorrect(std::optional<double> mutualShare, Index found, Index asked);

} // namespace anchorscope
