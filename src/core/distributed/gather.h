// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/communicator.h"

namespace anchorscope {

// Classes that collect results of many queries on several ranks (NearestLists, RankCounter). They do not depend on MPI:
// bytes() returns their parts in memory, each with the same number of bytes for every query, and add() adds the results
// of other items.

/// Copies collected results from one rank to all ranks.
template <class Collected> void broadcastFrom(int rank, Communicator &communicator, Collected &&collected)
{
    for (const std::span<std::byte> part : collected.bytes({0, collected.queries()}))
        broadcastFrom(rank, communicator, part.data(), std::ssize(part));
}

/// Gathers the results of the queries on every rank, if each rank collected its own share of them from all items.
template <class Collected> void gatherQueries(Communicator &communicator, Collected &collected, Share queries)
{
    for (const std::span<std::byte> part : collected.bytes(queries)) {
        if (queries.count > 0)
            allGather(communicator, part.data(), queries.count, std::ssize(part) / queries.count);
    }
}

/// Adds up the results of all ranks, if each rank collected all queries from its own share of the items.
template <class Collected> void gatherItems(Communicator &communicator, Collected &collected)
{
    const Collected own = collected;
    for (int rank = 0; rank < communicator.size(); ++rank) {
        Collected ofRank = own;
        broadcastFrom(rank, communicator, ofRank);
        if (rank != communicator.rank())
            collected.add(ofRank);
    }
}

} // namespace anchorscope
