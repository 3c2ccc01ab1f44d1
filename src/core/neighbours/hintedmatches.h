// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/hints.h"
#include "core/neighbours/cslsmatches.h"

namespace anchorscope {

/// Weight of a hint: the agreement g of two items adds w·(g − 1) to their similarity.
struct HintWeight
{
    double weight = 0;
    bool hard = false; ///< true: matches come only from an item's own group (Hints::groups)

    bool none() const { return weight == 0 && !hard; }
    bool operator==(const HintWeight &) const = default;
};

/// Like cslsMatches(), with hints. Finds for every row of x the row j of y with the greatest S_ij − ½ r_j + w (g_ij −
/// 1), and vice versa; r is computed from all rows, without the hint. With a hard hint only rows of the same group are
/// compared, also for r, which costs less than no hint; rows without a group, or whose group does not occur on the
/// other side, are compared with all. `hints` are those of the rows. `queries` may be null: all rows. None if
/// cancelled.
std::optional<CslsMatches> hintedMatches(const Matrix &x, const Matrix &y, Index neighbours, const QueryMask *queries,
                                         const Hints &hints, const HintWeight &weight, const RunContext &context = {});

} // namespace anchorscope
