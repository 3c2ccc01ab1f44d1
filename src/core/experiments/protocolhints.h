// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/protocol.h"
#include "core/optimizers/hintsuggestions.h"

namespace anchorscope {

/// Reads what options.optimize.hints names from the items of both spaces into options.hints. `notes` get what there is
/// to say about the columns (readHint). Errors of readHint.
Status readHintsOf(const ItemTable &x, const ItemTable &y, ProtocolOptions &options, std::vector<std::string> &notes);

/// What each column that both spaces have would be worth to a run of this seed (suggestHints), whose known pairs it
/// draws. Errors of drawRunAnchors(), "cancelled", and "wrong-usage" where the spaces have no column in common.
Result<std::vector<HintSuggestion>> suggestHints(const ProtocolInput &input, const ItemTable &x, const ItemTable &y,
                                                 const ProtocolOptions &options, std::uint64_t seed,
                                                 const RunContext &context = {});

} // namespace anchorscope
