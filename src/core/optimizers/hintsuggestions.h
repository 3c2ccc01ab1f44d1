// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimizers/hintchoice.h"

namespace anchorscope {

struct HintSuggestion
{
    std::string name;
    std::vector<std::string> notes;
    HintChoice choice; ///< weight that a run with this hint alone would choose, with the trials if any

    bool helps() const { return !choice.weight.none(); }
};

/// Tries columns as hints, each alone, with the known pairs of `input` (chooseHint()); `input` must have no hints.
/// Columns that help come first, ordered by the decrease of the mean log rank of held-out pairs; then the others,
/// ordered by the share of the entropy that they remove. For sets of more than maxItemsOfPath items, only the items
/// that the canonical path uses are compared. Returns nullopt if cancelled, stopped or out of time.
std::optional<std::vector<HintSuggestion>> suggestHints(const OptimizeInput &input, std::vector<ReadHint> columns,
                                                        std::uint64_t seed, const RunContext &context = {});

} // namespace anchorscope
