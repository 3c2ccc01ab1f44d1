// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/communicator.h"
#include "core/neighbours/tiles.h"

#include <vector>

namespace anchorscope {

/// The rank of one wanted item for each of many queries, counted from tiles in any order. Items are ranked by
/// 2·similarity − penalty of the item: without penalties by similarity itself, with the mean similarity of each item
/// to its nearest queries as penalty by CSLS (Conneau et al., ICLR 2018; the query's own mean changes no rank).
class RankCounter
{
public:
    /// wanted[q]: similarity of query q and its wanted item, bit for bit as it stands in the tiles, with
    /// `targetItems[q]` that item's number; queries with noItem are left out. penalties: one per item, or empty for
    /// none.
    RankCounter(const std::vector<float> &similarities, const std::vector<ItemIndex> &targetItems, Index items,
                std::vector<float> penalties = {});

    /// Tile rows are queries and columns items, or the other way round. Calls that share a query must not overlap.
    void addRows(const Tile &tile);
    void addColumns(const Tile &tile);

    /// Of ranks that have counted for some queries each (Share): all have all counts.
    void gatherQueries(Communicator &communicator);
    /// Of ranks that have counted some items each, for all queries: all have the counts of all items.
    void gatherItems(Communicator &communicator);

    /// 1 + number of items ranked before the wanted one + half the number of its equals.
    float rank(Index query) const;

private:
    std::vector<float> m_penalties;
    std::vector<float> m_targetScores; ///< 2·similarity − penalty of the wanted item
    std::vector<std::int32_t> m_greater, m_equal;
};

} // namespace anchorscope
