// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/communicator.h"
#include "core/neighbours/tiles.h"

#include <optional>
#include <span>
#include <vector>

namespace anchorscope {

/// An item and its similarity to a query.
struct Neighbour
{
    ItemIndex item;
    float similarity;
};

/// Finds the K rows of `among` (all, if it has fewer) that are nearest to a single vector (1 × k) by cosine, most
/// similar first, ties by row; for inspectors and tooltips.
std::vector<Neighbour> nearest(const MatrixView &query, const Matrix &among, Index k);

/// Similarity of each query q to row targets[q] of `target` (queries and target with unit rows of the same width), 0
/// for noItem. Each equals the entry of the tiles bit for bit: the product's kernel sums every entry in the same order,
/// wherever the entry is. Incomplete if the context was cancelled.
std::vector<float> targetSimilarities(const Matrix &queries, const Matrix &target,
                                      const std::vector<ItemIndex> &targets, const RunContext &context = {});

/// Order among items that are equally similar to a query: random by a seed, and different in each space.
struct TieOrder
{
    std::uint64_t seed = 0;
    std::uint64_t space = 0;
    std::uint64_t place(Index query, ItemIndex item) const;
};

/// Collects the nearest items of many queries from tiles in any order. The retained items depend only on the
/// similarities and the order of equals. Ranks can send the lists to one another.
class NearestLists
{
public:
    /// Keeps the `count` ≥ 1 nearest items of each query. Without `ties`, equal similarities are ordered by index.
    NearestLists(Index queries, Index count, std::optional<TieOrder> ties = {});

    /// Stops collecting for one query.
    void skip(Index query);
    /// Adds the similarities in a tile, whose rows are queries and whose columns are items, or the reverse. Calls that
    /// share a query must not overlap.
    void addRows(const Tile &tile);
    void addColumns(const Tile &tile);
    /// Adds the neighbours that other lists of the same queries have collected.
    void add(const NearestLists &others);
    /// Sorts every list, most similar first; must be called before lists are read. More neighbours can be added
    /// afterwards.
    void finish();

    Index queries() const { return std::ssize(m_counts); }
    /// Neighbours of a query after finish(), at most `count`.
    std::span<const Neighbour> of(Index query) const;
    /// Similarity of the nearest and of the farthest neighbour of a query; −∞ without neighbours (rows with NaN have
    /// none).
    float maxOf(Index query) const;
    float minOf(Index query) const;
    /// Mean similarity of each query to its first `count` neighbours (the r of CSLS), 0 without any.
    std::vector<float> meanSimilarity(Index count) const;
    /// Half of r for each query, which CSLS subtracts from a similarity on each side.
    std::vector<float> halfMeanSimilarity(Index count) const;

    /// Empty lists of the same capacity and with the same order of ties, for other queries.
    NearestLists emptyLists(Index queries) const { return {queries, m_limit, m_ties}; }
    /// Extracts the lists of some of the queries, or puts them back. A tie order would number the queries from 0.
    NearestLists some(Share queries) const;
    void put(Share queries, const NearestLists &some);
    /// Memory of the lists of some queries, for transfers between ranks (gather.h).
    std::vector<std::span<std::byte>> bytes(Share queries);

private:
    void offer(Index query, const Neighbour &offered);
    Neighbour *list(Index query) { return m_entries.data() + query * m_capacity; }

    Index m_limit, m_capacity;
    std::optional<TieOrder> m_ties;
    std::vector<Neighbour> m_entries; ///< neighbours, queries × capacity; a list is not kept sorted and is cut when it
                                      ///< is full
    std::vector<std::int32_t> m_counts;
    std::vector<float> m_worst; ///< similarity of the last of the `count` nearest so far; −∞ while there are fewer
};

} // namespace anchorscope
