// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimize/subset.h"

#include <memory>

namespace anchorscope {

/// Items of each space that a run on a large set begins with.
inline constexpr Index itemsAtFirst = 5000;
/// The most items that anchors are fitted to; to more they are applied only, as one correspondence among a million
/// items takes as long as all the rest.
inline constexpr Index maxItemsFitted = 40000;

/// The more reliable items of a large set (core/README.md, 5d; subset.h). Null where all items are few enough.
std::unique_ptr<Subset> firstPart(const OptimizeInput &input);

/// The sizes that the first part grows through, ascending.
std::vector<Index> sizesOfGrowing(const OptimizeInput &input);

/// Takes what was found on the first part to all items. The part doubles, up to maxItemsFitted, as long as anchors
/// fitted to its mutual partners find at least as many mutual partners in it; the anchors of the last such part are
/// applied to all items.
/// Changes summary: anchors, correspondence, loss, subset. Cancelled: unchanged.
void growToAll(const OptimizeInput &input, const OptimizeOptions &options, const Subset &part, OptimizeSummary &summary,
               const IterationCallback &onIteration, const RunContext &context);

} // namespace anchorscope
