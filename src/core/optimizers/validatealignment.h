// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"

namespace anchorscope {

/// Evaluates the result of `auto` or `canonical` without ground truth (core/definitions.md, 5e; ours). The seeds (at
/// least 4) are split into min(5, s) folds; the method runs again without each, from the start that the result comes
/// from, with at most 5,000 items of X, chosen by their reliability alone. Each held-out seed is looked up among all
/// items of Y (pChance) and among the 50 items of Y nearest to its partner (pClass); Fisher's test combines the ranks.
/// Without seeds three runs are compared instead. For sets above maxItemsOfPath items, only the part used by the path
/// is evaluated. The time limit is that of the run (timeLimitSeconds; no limit with several ranks). None if cancelled,
/// stopped or out of time.
std::optional<Verdict> validateAlignment(const OptimizeInput &input, const OptimizeOptions &options,
                                         const OptimizeSummary &result, const RunContext &context = {});

/// True if validateAlignment() can give a verdict.
bool canValidate(const OptimizeSummary &result, std::size_t seeds);

} // namespace anchorscope
