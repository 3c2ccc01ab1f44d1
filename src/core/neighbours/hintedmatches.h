// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/hints.h"
#include "core/neighbours/cslsmatches.h"

namespace anchorscope {

/// Weight of a hint: the agreement g of two items adds w·(g − 1) to their similarity.
struct HintWeight
{
    double weight = 0;
    bool hard = false; ///< true if an item can only match items of its own group (Hints::groups())

    bool none() const { return weight == 0 && !hard; }
    bool operator==(const HintWeight &) const = default;
};

/// Like cslsMatches(), but uses hints. The match of row i of x is the row j of y with the greatest S_ij − ½ r_j + w
/// (g_ij − 1), and vice versa; r is computed from all rows, without the hint. With a hard hint, only rows of the same
/// group are compared, also for r, which is faster than a search without hints; rows that have no group, or whose group
/// does not occur in the other space, are compared with all. `hints` belong to the rows of x and y. `queries` null
/// means that all items are queries. Returns nullopt if cancelled.
std::optional<CslsMatches> hintedMatches(const Matrix &x, const Matrix &y, Index neighbours, const QueryMask *queries,
                                         const Hints &hints, const HintWeight &weight, const RunContext &context = {});

} // namespace anchorscope
