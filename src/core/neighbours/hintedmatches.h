// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/hints.h"
#include "core/neighbours/cslsmatches.h"

namespace anchorscope {

/// Weight w of hints: the agreement g of two items adds w·(g − 1) to their similarity.
struct HintWeight
{
    double weight = 0;
    bool hard = false; ///< true if an item can only match items of its own group (Hints::groups())

    bool none() const { return weight == 0 && !hard; }
    bool operator==(const HintWeight &) const = default;
};

/// Like cslsMatches(), with hints. The match of row i of x is the row j of y with the greatest S_ij − ½ r_j + w (g_ij −
/// 1), and vice versa. g_ij is the agreement of the hints; it does not change r. With a hard hint, a row is compared
/// only with rows of its group, also to compute r, which is faster. Rows without a group, and rows whose group the
/// other space lacks, are compared with all rows. `queries` null: all items are queries. Returns nullopt if cancelled.
std::optional<CslsMatches> hintedMatches(const Matrix &x, const Matrix &y, Index neighbours, const QueryMask *queries,
                                         const Hints &hints, const HintWeight &weight, const RunContext &context = {});

} // namespace anchorscope
