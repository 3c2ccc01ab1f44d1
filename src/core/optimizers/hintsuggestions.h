// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimizers/hintchoice.h"

namespace anchorscope {

/// Benefit of one column if it is used as a hint.
struct HintSuggestion
{
    std::string name;               ///< name of the column, as in OptimizeOptions::hints
    std::vector<std::string> notes; ///< notes for the user about the column, as in ReadHint
    HintChoice choice;              ///< choice of a run with this hint only, with its trials if any

    bool helps() const { return !choice.weight.none(); }
};

/// Tries columns as hints one by one, with the known pairs of `input` (chooseHint), which has no hints of its own.
/// Columns that help come first, ordered by the decrease of the mean log rank of held-out pairs; then the others,
/// ordered by the share of entropy that they remove. For sets above maxItemsOfPath items, only the part that the path
/// uses is read. None if cancelled, stopped or out of time.
std::optional<std::vector<HintSuggestion>> suggestHints(const OptimizeInput &input, std::vector<ReadHint> columns,
                                                        std::uint64_t seed, const RunContext &context = {});

} // namespace anchorscope
