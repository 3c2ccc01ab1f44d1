// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// Known pairs that contradict the map that the other known pairs follow.
struct ForeignPairs
{
    std::vector<Index> places; ///< indices of the contradicting pairs, ascending
    bool ownMap = false; ///< whether the contradicting pairs follow a map of their own, like items of another model
};

/// Finds pairs of unit rows (a: k × dx, b: k × dy) that do not follow the map of the others (core/definitions.md, 8b).
/// Returns no pairs if there are fewer than 40, if noise makes these pairs look like correct ones, or if cancelled.
ForeignPairs findForeignPairs(const Matrix &a, const Matrix &b, const RunContext &context = {});

} // namespace anchorscope
