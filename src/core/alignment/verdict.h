// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/statistics.h"

#include <optional>
#include <string>
#include <vector>

namespace anchorscope {

/// Whether two spaces were aligned, determined from known pairs that the run was not given (core/definitions.md, 5e).
enum class Alignment { notJudged, aligned, classOnly, chance };
const char *alignmentId(Alignment alignment); ///< "aligned", "chance", …; used in files and JSON

/// Evaluation of a result without ground truth: the alignment and the share of correct matches are two separate
/// statements.
struct Verdict
{
    Alignment alignment = Alignment::notJudged;
    /// p-value: probability that held-out partners rank as high among all items of Y by chance.
    std::optional<double> pChance;
    /// The same among the items of Y nearest to them: small only if more than classes or regions agree.
    std::optional<double> pClass;
    /// Share of correct matches among all items with a partner; only if aligned. Suspected seeds are not used.
    std::optional<ShareEstimate> correct;
    /// Without seeds: the share of items on which three starts agree, not verified by known pairs.
    std::optional<double> agreement;
    /// Positions of seeds contradicted by runs that did not use them (seedcheck.h).
    std::vector<Index> suspectSeeds;
    double seconds = 0; ///< duration of the evaluation
    /// `correct` with the suspected seeds counted as pairs that were not found; none without suspects.
    std::optional<ShareEstimate> correctOfAll = {};
    Index knownPairs = 0;     ///< held-out pairs behind the verdict
    Index found = 0;          ///< held-out pairs that were found
    bool withinHints = false; ///< held-out pairs were ranked among the items of their own hint group
    bool operator==(const Verdict &) const = default;
};

/// Share of correct matches from which aligned spaces count as mostly aligned.
inline constexpr double mostlyAligned = 0.6;

/// Headline of a verdict, used by the window, the command line, files and Python. It depends only on the estimate, so
/// it does not change if the true pairing is known: “Aligned item by item” (at least 90 % of the matches correct, lower
/// end of the interval at least 60 %), “Mostly aligned” (60 %), “Partly aligned” (10 %), “A few items are aligned”,
/// “Aligned” (without an estimate), “Only classes are aligned”, “No alignment found”; and one of its own for
/// Alignment::notJudged.
const char *verdictHeadline(const Verdict &verdict);
/// A sentence for the screen about this run and its input, not about the spaces.
std::string verdictText(const Verdict &verdict);

/// Estimate of the share of correct matches from the cross-fitted share of mutual matches (none: unknown) and from
/// `found` of `asked` held-out pairs (ours; core/definitions.md, 5e): posterior mean and 95 % interval.
ShareEstimate estimateCorrect(std::optional<double> mutualShare, Index found, Index asked);

} // namespace anchorscope
