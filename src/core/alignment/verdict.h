// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/statistics.h"

#include <optional>
#include <string>
#include <vector>

namespace anchorscope {

/// Whether two spaces were aligned, determined from held-out known pairs (core/definitions.md, 5e).
enum class Alignment { notJudged, aligned, classOnly, chance, unclear };
const char *alignmentId(Alignment alignment); ///< id of an Alignment in files and JSON: "aligned", "chance", …

/// Verdict on a run, without ground truth: whether the spaces are aligned, and how many matches are correct.
struct Verdict
{
    Alignment alignment = Alignment::notJudged;
    /// P-value of the ranks of held-out partners among all items of Y: probability that random ranks are as good.
    std::optional<double> pChance;
    /// P-value of the ranks of held-out partners among the items of Y nearest to them: probability that random ranks
    /// are as good. It is small only if the spaces also agree within classes and regions.
    std::optional<double> pClass;
    /// Estimated share of correct matches among all matches, without suspected seeds; null unless aligned.
    std::optional<ShareEstimate> correct;
    /// Share of items to which three runs without seeds give the same match; not verified. Null if seeds are given.
    std::optional<double> agreement;
    /// Positions of seeds that are contradicted by runs without them (seedcheck.h).
    std::vector<Index> suspectSeeds;
    double seconds = 0;
    /// Like `correct`, but suspected seeds count as pairs that were not found; null without suspected seeds.
    std::optional<ShareEstimate> correctOfAll = {};
    Index knownPairs = 0;
    Index found = 0;
    /// True if held-out partners were ranked only among the items that the hints do not distinguish from them.
    bool withinHints = false;
    /// Share of the items of Y that have a partner in X, and share of correct matches among them; null unless aligned.
    /// If they are null, the estimated share of correct matches assumes that all items have a partner.
    std::optional<ShareEstimate> withPartner = {}, correctGivenPartner = {};
    /// For each item of Y the probability that its match is correct; empty if not computed.
    std::vector<float> matchProbability = {};
    /// Share of the known pairs (of the first 100) whose item of Y is the nearest to their item of X by the cosine of
    /// the vectors themselves, without anchors or maps; null if the spaces differ in dimension.
    std::optional<double> foundWithoutAnchors = {};
    bool operator==(const Verdict &) const = default;
};

struct ExpectedMatches
{
    Index matches = 0;
    double precision = 0; ///< expected share of correct matches among the given matches
    double recall = 0;    ///< expected share of all true pairs that the given matches contain
};
/// Quality of the matches in `xOfY` (noItem: no match); nullopt without probabilities or matches.
std::optional<ExpectedMatches> expectedMatches(const Verdict &verdict, const std::vector<ItemIndex> &xOfY);
/// Replaces matches whose probability of being correct is below `precision` by noItem.
std::vector<ItemIndex> matchesOfPrecision(const Verdict &verdict, std::vector<ItemIndex> xOfY, double precision);

/// Estimated share of items with a partner from which all items count as having one. In 60 pairs of spaces of the
/// calibration suite the estimate was at least 0.997 if all items had a partner and at most 0.91 if 70 % had one.
/// If 5 % had one, the estimate was above 0.95 in one of 7 pairs.
inline constexpr double allPartners = 0.95;
/// Shares of correct matches at which the headline changes: “A few items are aligned” below fewAligned, “Mostly
/// aligned” from mostlyAligned on.
inline constexpr double fewAligned = 0.1;
inline constexpr double mostlyAligned = 0.6;

/// Headline of a verdict, for the window, the command line, files and Python. It depends on estimated shares only, not
/// on ground truth. “Aligned item by item”: at least 90 % of the matches are correct, and the interval begins at 60 %
/// or more. “Mostly aligned”: at least 60 %. “Partly aligned”: at least 10 %. “A few items are aligned”: less.
/// “Aligned”: no estimate. Spaces that are not aligned have the headline “Only classes are aligned”, “No alignment
/// found” or “Too few partners to tell”; Alignment::notJudged has a headline of its own.
const char *verdictHeadline(const Verdict &verdict);
/// Explains a verdict in a sentence for the screen. The sentence is about one run and its input, not about the spaces.
std::string verdictText(const Verdict &verdict);
/// Last sentence of verdictText(), such as “ 300 to 340 of 820 items have a partner; about 99% of their matches are
/// correct (96% to 100%).”. Empty if all items are assumed to have a partner.
std::string partnersText(const Verdict &verdict);
/// Advice for spaces that agree without anchors, such as two versions of a model (paper RR, Table 15): “Without
/// anchors, 93% of the known pairs are nearest neighbours too: compare absolute vectors first.”. Empty for other
/// spaces.
std::string absoluteText(const Verdict &verdict);

/// True if a run contradicts an assumed pairing, such as equal row numbers of two files (our own criterion). Its
/// matches then agree with the pairing only as often as by chance, although held-out pairs are found or three runs
/// without seeds agree. `correct`: share of the matches that agree with the pairing.
bool contradictsPairing(const Verdict &verdict, std::optional<double> correct, const Correspondence &assumed);

/// Posterior density, on a grid, of the share of correct matches among items with a partner (core/definitions.md, 5e;
/// our method), if `found` of `asked` held-out pairs are found. `mutualShare`: cross-fitted share of mutual matches.
std::vector<double> densityOfCorrect(std::optional<double> mutualShare, Index found, Index asked);
/// Mean and 95 % interval of the posterior density of the share of correct matches.
ShareEstimate estimateCorrect(std::optional<double> mutualShare, Index found, Index asked);

} // namespace anchorscope
