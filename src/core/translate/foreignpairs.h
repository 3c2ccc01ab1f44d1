// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// Known pairs that contradict the map of the others.
struct ForeignPairs
{
    std::vector<Index> places; ///< positions of the pairs that contradict the map, ascending
    bool ownMap = false;       ///< true if these contradicting pairs follow a map of their own, like items of another
                               ///< model
};

/// Finds pairs (k × dx and k × dy unit rows) that do not follow the map of the others (core/definitions.md, 8b). None
/// with fewer than 40 pairs, in noisy spaces, where such pairs cannot be distinguished from correct ones, or if
/// cancelled.
ForeignPairs findForeignPairs(const Matrix &a, const Matrix &b, const RunContext &context = {});

} // namespace anchorscope
