// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/hints.h"
#include "core/neighbours/cslsmatches.h"

namespace anchorscope {

/// Weight of a hint: the agreement g of two items adds w·(g − 1) to their similarity.
struct HintWeight
{
    double weight = 0;
    bool hard = false; ///< partners come from an item's own group (Hints::groups) only

    bool none() const { return weight == 0 && !hard; }
    bool operator==(const HintWeight &) const = default;
};

/// cslsMatches() with hints: for every row of x the row j of y of greatest S_ij − ½ r_j + w (g_ij − 1), and the same
/// for every row of y; r as there, of all rows, without the hint. A hard hint is the same within each group, r as well,
/// which costs less than no hint; rows without a group, or whose group the other side lacks, seek among all. `hints`
/// are those of the rows. `queries` may be null: all rows. None if cancelled.
std::optional<CslsMatches> hintedMatches(const Matrix &x, const Matrix &y, Index neighbours, const QueryMask *queries,
                                         const Hints &hints, const HintWeight &weight, const RunContext &context = {});

} // namespace anchorscope
