// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimizers/pathspace.h"

#include <span>
#include <string_view>

namespace anchorscope {

/// Weights of hints that are tried, from 0 (no hints) to `hard` (core/definitions.md, 5h).
std::span<const HintWeight> hintWeights();
std::string hintWeightId(const HintWeight &weight);
std::optional<HintWeight> findHintWeight(std::string_view id);

struct HintFacts
{
    /// Share of the pairing's entropy that the hints remove: 1 − mean log(number of an item's candidates) / log m.
    double removed = 0;
    double agreeing = 0; ///< mean agreement of the hints over the known pairs
    double byChance = 0; ///< mean agreement of the hints over all pairs of an item of X and an item of Y

    /// True if known pairs agree (agreement of at least 0.5) more often than chance explains (binomial test, p < 0.01).
    /// Also true with fewer than three known pairs, which cannot be evidence against the hints.
    bool tells = false;
};
HintFacts hintFacts(const PathSpaces &spaces);

struct HintTrial
{
    HintWeight weight;
    double reciprocalRank = 0; ///< mean reciprocal rank of held-out partners among all items of Y, by the maps only
    double logRank = 0;        ///< mean logarithm of the ranks of held-out partners
};
struct HintChoice
{
    HintFacts facts;
    HintWeight weight; ///< best weight, if significantly better than no hints; otherwise no hints

    /// results of all weights that were tried, the first one without hints; may be empty
    std::vector<HintTrial> trials;
    /// Trial of the chosen weight; null if it was not tried.
    const HintTrial *chosen() const;
};

/// Chooses the weight of the hints. `requested`: "auto", or the id of a weight to use. With "auto", the weight is 0 if
/// the hints are not informative (HintFacts). With fewer than 4 known pairs it is 0.3, without a test. Otherwise the
/// known pairs are split into up to 5 folds, and the method runs with every weight and without each fold, on at most
/// itemsValidated items of each space. The weight with the lowest mean log rank is chosen if its mean is lower than the
/// mean without hints by more than the standard error of the difference. The weight “hard” is tried only if the hints
/// form groups (Hints::groups()). Returns nullopt if cancelled.
std::optional<HintChoice> chooseHint(const PathSpaces &spaces, const std::string &requested, std::uint64_t seed,
                                     const RunContext &context);

} // namespace anchorscope
