// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimizers/spanreduction.h"

namespace anchorscope {

/// Evaluates the result of the method `auto` or `canonical` without ground truth (core/definitions.md, 5e; our own
/// method). The seeds (at least 4) are split into up to 5 folds. For each fold, the method runs again without it, from
/// the same start as the result, with at most 5,000 items of each space, the more reliable ones; if it finds far fewer
/// mutual matches than the result, it runs again without each seed of the fold alone. The partner of each held-out seed
/// is ranked among all items of Y (pChance) and among the 50 items of Y nearest to it (pClass); Fisher's test combines
/// the ranks of all seeds. Without seeds three runs are compared instead. For sets of more than maxItemsOfPath items,
/// only the part that the canonical path uses is evaluated. The time limit is that of the run (timeLimitSeconds; none
/// with several MPI ranks). `spans`: spans of the input's spaces; null: computed. Returns nullopt if cancelled, stopped
/// or out of time.
std::optional<Verdict> validateAlignment(const OptimizeInput &input, const OptimizeOptions &options,
                                         const OptimizeSummary &result, const RunContext &context = {},
                                         const SpanReduction *spans = nullptr);

bool canValidate(const OptimizeSummary &result, std::size_t seeds);

} // namespace anchorscope
