// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimizers/hintchoice.h"

namespace anchorscope {

/// Column that could be used as a hint, and how much it would help.
struct HintSuggestion
{
    std::string name;               ///< name of the column, as in OptimizeOptions::hints
    std::vector<std::string> notes; ///< notes for the user about the column, as in ReadHint
    HintChoice choice;              ///< weight that a run with this hint alone would choose, with the trials if any

    bool helps() const { return !choice.weight.none(); }
};

/// Tries columns as hints, each alone, with the known pairs of `input` (chooseHint()); `input` must have no hints.
/// Columns that help come first, those with the greatest decrease of the mean log rank of held-out pairs before others.
/// Then follow the other columns, those that remove the greatest share of the entropy first. For sets of more than
/// maxItemsOfPath items, only the items that the canonical path uses are compared. Returns nullopt if cancelled,
/// stopped or out of time.
std::optional<std::vector<HintSuggestion>> suggestHints(const OptimizeInput &input, std::vector<ReadHint> columns,
                                                        std::uint64_t seed, const RunContext &context = {});

} // namespace anchorscope
