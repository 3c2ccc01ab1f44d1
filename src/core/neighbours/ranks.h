// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/communicator.h"
#include "core/neighbours/tiles.h"

#include <span>
#include <vector>

namespace anchorscope {

/// Counts the rank of one target for each of many queries from tiles in any order. Items are ranked by 2·similarity −
/// penalty of the item: without penalties by similarity, with the mean similarity of each item to its nearest queries
/// as penalty by CSLS (Conneau et al., ICLR 2018; the query's own mean changes no rank).
class RankCounter
{
public:
    /// Begins counting. similarities[q]: similarity of query q and its target targetItems[q], bit for bit as in the
    /// tiles; queries with noItem are skipped. penalties: one per item, or empty for none.
    RankCounter(const std::vector<float> &similarities, const std::vector<ItemIndex> &targetItems, Index items,
                std::vector<float> penalties = {});

    /// Counts the entries of a tile, whose rows are queries and whose columns are items, or the reverse. Calls that
    /// share a query must not overlap.
    void addRows(const Tile &tile);
    void addColumns(const Tile &tile);

    Index queries() const { return std::ssize(m_greater); }
    /// Adds the counts of other items for the same queries.
    void add(const RankCounter &others);
    /// Memory of the counts of some queries, for transfers between ranks (gather.h).
    std::vector<std::span<std::byte>> bytes(Share queries);

    /// Rank of a query's target: 1 + number of items ranked before the target + half the number of other ties.
    float rank(Index query) const;

private:
    std::vector<float> m_penalties;
    std::vector<float> m_targetScores; ///< score of each target: 2·similarity − penalty
    std::vector<std::int32_t> m_greater, m_equal;
};

} // namespace anchorscope
