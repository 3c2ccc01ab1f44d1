// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/protocol.h"
#include "core/optimizers/hintsuggestions.h"

namespace anchorscope {

/// Reads the columns named in options.optimize.hints and stores them in options.hints. Appends remarks on the columns
/// to `notes`. Errors of readHint().
Status readHintsOf(const ItemTable &x, const ItemTable &y, ProtocolOptions &options, std::vector<std::string> &notes);

/// Estimates for each column that both spaces have how much it would help as a hint (suggestHints()), with the known
/// pairs that a run with this random seed samples. Errors: those of drawRunAnchors(), "cancelled", and "wrong-usage" if
/// the spaces have no column in common.
Result<std::vector<HintSuggestion>> suggestHints(const ProtocolInput &input, const ItemTable &x, const ItemTable &y,
                                                 const ProtocolOptions &options, std::uint64_t seed,
                                                 const RunContext &context = {});

} // namespace anchorscope
