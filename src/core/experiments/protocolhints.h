// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/protocol.h"
#include "core/optimizers/hintsuggestions.h"

namespace anchorscope {

/// Reads the hint columns named by options.optimize.hints from the items of both spaces into options.hints. Appends
/// remarks on the columns to `notes`. Errors of readHint().
Status readHintsOf(const ItemTable &x, const ItemTable &y, ProtocolOptions &options, std::vector<std::string> &notes);

/// Estimates the benefit of each shared column as a hint (suggestHints()), with the known pairs that a run of this
/// random seed draws. Errors of drawRunAnchors(), "cancelled", and "wrong-usage" if the spaces have no column in
/// common.
Result<std::vector<HintSuggestion>> suggestHints(const ProtocolInput &input, const ItemTable &x, const ItemTable &y,
                                                 const ProtocolOptions &options, std::uint64_t seed,
                                                 const RunContext &context = {});

} // namespace anchorscope
