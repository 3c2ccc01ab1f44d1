// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/communicator.h"

namespace anchorscope {

// The functions of this header exchange the results of many queries between MPI ranks. They work with classes that
// collect such results (NearestLists, RankCounter) and that do not depend on MPI. An object of such a class keeps its
// results in several arrays, each with the same number of bytes for every query: bytes() returns the memory of these
// arrays, add() adds results that were found among other items.

/// Copies the results that one MPI rank collected to all ranks.
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
