// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimizers/hintchoice.h"

namespace anchorscope {

/// Benefit of one column as a hint.
struct HintSuggestion
{
    std::string name;               ///< as OptimizeOptions::hints takes it
    std::vector<std::string> notes; ///< ReadHint
    HintChoice choice;              ///< as a run with this hint alone would choose; its trials, if it was worth any

    bool helps() const { return !choice.weight.none(); }
};

/// Tries columns as hints one by one, by the known pairs of `input` alone (chooseHint), which has no hints of its own.
/// Those that help come first, those with the greatest fall of the mean log rank of left-out pairs before others; then
/// those that do not, those that remove most of the entropy before others. Of sets above maxItemsOfPath items the part
/// that the path is walked on is read. None if cancelled, stopped or out of time.
std::optional<std::vector<HintSuggestion>> suggestHints(const OptimizeInput &input, std::vector<ReadHint> columns,
                                                        std::uint64_t seed, const RunContext &context = {});

} // namespace anchorscope
