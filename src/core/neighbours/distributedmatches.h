// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/cslsmatches.h"
#include "core/neighbours/matches.h"
#include "core/neighbours/ring.h"

namespace anchorscope {

// Matching of rows that are distributed over MPI ranks. Blocks of rows are sent from rank to rank in a ring, and each
// rank compares them with its own rows. All ranks get the whole result, with the same bits as in one process. O((n +
// m)/ranks · r + n + m) memory per rank.

/// Like cslsMatches(), for matrices x (n × r) and y (m × r) whose rows are distributed over MPI ranks.
CslsMatches distributedMatches(const DistributedRows &x, const DistributedRows &y, Index neighbours,
                               const RunContext &context);

/// Like matchLists(), for matrices whose rows are distributed over MPI ranks.
MatchLists distributedMatchLists(const DistributedRows &x, const DistributedRows &y, const std::vector<ItemIndex> &xOfY,
                                 Index neighbours, Index count, const RunContext &context);

} // namespace anchorscope
