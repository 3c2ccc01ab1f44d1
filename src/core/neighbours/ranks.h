// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/communicator.h"
#include "core/neighbours/tiles.h"

#include <span>
#include <vector>

namespace anchorscope {

/// Rank of one target for each of many queries, counted from tiles in any order. Items are ranked by 2·similarity −
/// penalty of the item: without penalties by similarity, with the mean similarity of each item to its nearest queries
/// as penalty by CSLS (Conneau et al., ICLR 2018; the query's own mean changes no rank).
class RankCounter
{
public:
    /// similarities[q]: similarity of query q and its target targetItems[q], bit for bit as in the tiles; queries with
    /// noItem are skipped. penalties: one per item, or empty for none.
    RankCounter(const std::vector<float> &similarities, const std::vector<ItemIndex> &targetItems, Index items,
                std::vector<float> penalties = {});

    /// Tile rows are queries and columns items, or the other way round. Calls that share a query must not overlap.
    void addRows(const Tile &tile);
    void addColumns(const Tile &tile);

    Index queries() const { return std::ssize(m_greater); }
    /// Adds the counts of other items for the same queries.
    void add(const RankCounter &others);
    /// Memory of the counts of some queries, for transfers between ranks (gather.h).
    std::vector<std::span<std::byte>> bytes(Share queries);

    /// 1 + number of items ranked before the target + half the number of other ties.
    float rank(Index query) const;

private:
    std::vector<float> m_penalties;
    std::vector<float> m_targetScores; ///< 2·similarity − penalty of the target
    std::vector<std::int32_t> m_greater, m_equal;
};

} // namespace anchorscope
