// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/communicator.h"

namespace anchorscope {

// Exchange of the results of many queries between MPI ranks. Classes that collect such results (NearestLists,
// RankCounter) keep them in several arrays with the same number of bytes for every query. Their bytes() returns the
// memory of these arrays; add() adds results found among other items.

template <class Collected> void broadcastFrom(int rank, Communicator &communicator, Collected &&collected)
{
    for (const std::span<std::byte> part : collected.bytes({0, collected.queries()}))
        broadcastFrom(rank, communicator, part.data(), std::ssize(part));
}

/// Gathers the results of all queries on every MPI rank, if each rank compared its own range of queries with all items.
template <class Collected> void gatherQueries(Communicator &communicator, Collected &collected, Share queries)
{
    for (const std::span<std::byte> part : collected.bytes(queries)) {
        if (queries.count > 0)
            allGather(communicator, part.data(), queries.count, std::ssize(part) / queries.count);
    }
}

/// Combines the results of all MPI ranks, if each rank compared all queries with its own range of items.
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
