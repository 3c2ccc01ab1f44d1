// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/protocol.h"
#include "core/optimizers/hintsuggestions.h"

namespace anchorscope {

/// Reads the columns in options.optimize.hints into options.hints. Appends remarks to `notes`. Errors of readHint().
Status readHintsOf(const ItemTable &x, const ItemTable &y, ProtocolOptions &options, std::vector<std::string> &notes);

/// Estimates for each column that both spaces have how much it would help as a hint (suggestHints()), with the known
/// pairs that a run samples. Errors: those of drawRunAnchors(), "cancelled", "wrong-usage" without a common column.
Result<std::vector<HintSuggestion>> suggestHints(const ProtocolInput &input, const ItemTable &x, const ItemTable &y,
                                                 const ProtocolOptions &options, std::uint64_t seed,
                                                 const RunContext &context = {});

} // namespace anchorscope
