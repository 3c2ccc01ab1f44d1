// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/cslsmatches.h"
#include "core/neighbours/matchlists.h"
#include "core/neighbours/ring.h"

namespace anchorscope {

// Searches among rows that ranks hold together: the rows travel from rank to rank in blocks while they are compared.
// All ranks end with the whole result, the same bits as of one process. O((n + m)/ranks · r + n + m) memory in each.

/// Like cslsMatches(), for x (n × r) and y (m × r).
CslsMatches distributedMatches(const DistributedRows &x, const DistributedRows &y, Index neighbours,
                               const RunContext &context);

/// Like matchLists(), for distributed rows.
MatchLists distributedMatchLists(const DistributedRows &x, const DistributedRows &y, const std::vector<ItemIndex> &xOfY,
                                 Index neighbours, Index count, const RunContext &context);

} // namespace anchorscope
