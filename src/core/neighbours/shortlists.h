// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/neighbours.h"
#include "core/ranks/communicator.h"

namespace anchorscope {

/// The few nearest items of many queries, collected from tiles in any order and always sorted: the most similar first,
/// of equals the lowest index. Ranks can send them to one another.
class ShortLists
{
public:
    /// wanted ≥ 1: items kept for a query; each costs a move of the others.
    ShortLists(Index queries, Index wanted);

    /// Tile rows are queries and columns items, or the other way round. Calls that share a query must not overlap.
    void addRows(const Tile &tile);
    void addColumns(const Tile &tile);
    /// Takes over what other lists of the same queries have collected.
    void add(const ShortLists &others);

    Index queries() const { return std::ssize(m_worst); }
    /// At most `wanted` neighbours.
    std::span<const Neighbour> of(Index query) const;
    /// Half the mean similarity of the first `count` neighbours, 0 without any: what CSLS takes off on each side (½ r).
    std::vector<float> halfMeanSimilarity(Index count) const;

    /// Lists of some of the queries, and back.
    ShortLists some(Share queries) const;
    void put(Share queries, const ShortLists &some);
    Index wanted() const { return m_wanted; }
    /// All that they hold.
    std::vector<std::span<std::byte>> bytes();
    /// Each rank has collected the lists of its share of the queries [first, first + count); afterwards all have all.
    void gatherShares(Share queries, Communicator &ranks);
    /// What one rank has collected; afterwards all have it.
    void bringFrom(int rank, Communicator &ranks);

private:
    void offer(Index query, Neighbour offered);

    Index m_wanted;
    std::vector<Neighbour> m_entries; ///< queries × wanted; noItem where there are fewer
    std::vector<float> m_worst;       ///< similarity of the last of `wanted` so far; −∞ while there are fewer
};

} // namespace anchorscope
