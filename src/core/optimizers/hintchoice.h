// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimizers/pathspace.h"

#include <span>
#include <string_view>

namespace anchorscope {

/// All weights of hints that are tried (core/definitions.md, 5h), from none to `hard`.
std::span<const HintWeight> hintWeights();
std::string hintWeightId(const HintWeight &weight); ///< Id of a weight: "0", "0.1", …, "hard".
std::optional<HintWeight> findHintWeight(std::string_view id);

/// Information in the hints of two spaces, measured with the known pairs only.
struct HintFacts
{
    double removed = 0;  ///< share of the entropy of the pairing that the hints remove: 1 − mean of log candidates /
                         ///< log m
    double agreeing = 0; ///< mean agreement of the hints over the known pairs
    double byChance = 0; ///< mean agreement of the hints over all pairs
    /// True if known pairs agree more often than by chance (probability below 0.01, binomial; pairs that agree by half
    /// or more count). Also true with fewer than three known pairs, which cannot be evidence against the hints.
    bool tells = false;
};
HintFacts hintFacts(const PathSpaces &spaces);

/// Weight of the hints, and how well runs with it find held-out known pairs.
struct HintTrial
{
    HintWeight weight;
    double reciprocalRank = 0; ///< mean reciprocal rank of held-out partners, by the maps only, among all items of Y
    double logRank = 0;        ///< mean logarithm of the ranks of held-out partners
};
struct HintChoice
{
    HintFacts facts;
    HintWeight weight;             ///< best weight that is significantly better than none; otherwise none
    std::vector<HintTrial> trials; ///< results with all weights, the first without hints; empty if none was tried
    /// Result with the chosen weight, or null.
    const HintTrial *chosen() const;
};

/// Chooses the weight of the hints. `requested`: "auto", or the id of a weight to use. With "auto" the hints are used
/// only if HintFacts finds them informative. With fewer than 4 known pairs the weight is 0.3, untested. Otherwise the
/// method runs with every weight and without each of min(5, s) folds of the known pairs, from the seeds, on the number
/// of items of the verdict (itemsValidated), and the weight with the lowest mean log rank is chosen, if it is lower
/// than that without hints by more than its standard error. A hard hint is tried if it forms groups (Hints::groups).
/// None if cancelled.
std::optional<HintChoice> chooseHint(const PathSpaces &spaces, const std::string &requested, std::uint64_t seed,
                                     const RunContext &context);

} // namespace anchorscope
