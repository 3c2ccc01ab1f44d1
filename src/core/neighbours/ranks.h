// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/communicator.h"
#include "core/matching/tiles.h"

#include <span>
#include <vector>

namespace anchorscope {

/// Determines the rank of one target for each of many queries, from tiles (blocks of similarities) in any order. Items
/// are ranked by 2·similarity − penalty of the item. If the penalty is the item's mean similarity to its nearest
/// queries, this is the order by CSLS (Conneau et al., ICLR 2018); CSLS also subtracts a mean of the query, which does
/// not change ranks.
class RankCounter
{
public:
    /// similarities[q]: similarity of query q to its target targetItems[q], with the same bits as in the tiles. Queries
    /// whose target is noItem are ignored. `penalties`: one per item, or empty.
    RankCounter(const std::vector<float> &similarities, const std::vector<ItemIndex> &targetItems, Index items,
                std::vector<float> penalties = {});

    /// Count the entries of a tile (block) that are ranked before the targets. Rows are queries and columns are items
    /// (addRows), or the reverse (addColumns). Two calls for the same query must not run at the same time.
    void addRows(const Tile &tile);
    void addColumns(const Tile &tile);

    Index queries() const { return std::ssize(m_greater); }
    /// Adds the counts of another counter, which has compared the same queries with other items.
    void add(const RankCounter &others);
    /// Returns views of the counts of a range of queries as bytes, which MPI ranks send and receive (gather.h).
    std::vector<std::span<std::byte>> bytes(Share queries);

    /// Rank of a query's target: 1 + number of items of greater score + half the number of ties.
    float rank(Index query) const;

private:
    std::vector<float> m_penalties;
    std::vector<float> m_targetScores; ///< score of each target: 2·similarity − penalty
    std::vector<std::int32_t> m_greater, m_equal;
};

} // namespace anchorscope
