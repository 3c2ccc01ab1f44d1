// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/communicator.h"
#include "core/matching/tiles.h"

#include <optional>
#include <span>
#include <vector>

namespace anchorscope {

struct Neighbour
{
    ItemIndex item;
    float similarity;
};

/// Returns the mean similarity of the first `count` neighbours (of all, if fewer); 0 without neighbours.
float meanSimilarity(std::span<const Neighbour> nearest, Index count);

/// The k rows of `among` (all, if fewer) nearest to one vector (1 × dimensions) by cosine, the most similar first, ties
/// by index. For inspectors and tooltips.
std::vector<Neighbour> nearest(const MatrixView &query, const Matrix &among, Index k);

/// Rows that are among the k nearest() of at least one of the rows `items`, ascending. Each row is nearest to itself,
/// so that k = 1 returns the items. Incomplete if cancelled.
std::vector<ItemIndex> nearestOfAny(const std::vector<ItemIndex> &items, const Matrix &rows, Index k,
                                    const RunContext &context = {});

/// Similarity of each row q of `queries` to row targets[q] of `target` (unit rows of equal width); 0 for noItem. Each
/// value has the same bits as in a tile (block of similarities), because the kernel sums in a fixed order. Incomplete
/// if cancelled.
std::vector<float> targetSimilarities(const Matrix &queries, const Matrix &target,
                                      const std::vector<ItemIndex> &targets, const RunContext &context = {});

/// Random order of items that are equally similar to a query; different for each query and space.
struct TieOrder
{
    std::uint64_t seed = 0;
    std::uint64_t space = 0;
    std::uint64_t place(Index query, ItemIndex item) const;
};

/// Lists of the nearest items of many queries, filled from tiles (blocks of similarities) in any order. The final lists
/// depend only on the similarities and the order of ties. MPI ranks can exchange lists.
class NearestLists
{
public:
    /// Creates empty lists for the `count` ≥ 1 nearest items of each query. Without `ties`, ties are ordered by index.
    NearestLists(Index queries, Index count, std::optional<TieOrder> ties = {});

    /// Empties the list of a query and ignores similarities that are added to it later.
    void skip(Index query);
    /// Adds the similarities of a tile (block). Its rows are queries and its columns are items (addRows), or the
    /// reverse (addColumns). Two calls for the same query must not run at the same time.
    void addRows(const Tile &tile);
    void addColumns(const Tile &tile);
    /// Adds the neighbours that other lists of the same queries have collected.
    void add(const NearestLists &others);
    /// Sorts every list, most similar first. Call before lists are read; neighbours can still be added afterwards.
    void finish();

    Index queries() const { return std::ssize(m_counts); }
    /// Neighbours of a query after finish(), at most `count`.
    std::span<const Neighbour> of(Index query) const;
    /// Similarity of a query to the nearest, and to the farthest, neighbour in its list; −∞ if the list is empty, for
    /// example because the query's row contains NaN.
    float maxOf(Index query) const;
    float minOf(Index query) const;
    /// Mean similarity r of each query to the first `count` neighbours in its list, as in CSLS; 0 for an empty list.
    std::vector<float> meanSimilarity(Index count) const;
    /// Returns ½ r for each query, the penalty of CSLS, where r is the result of meanSimilarity().
    std::vector<float> halfMeanSimilarity(Index count) const;

    /// Empty lists of the same capacity and order of ties, for other queries.
    NearestLists emptyLists(Index queries) const { return {queries, m_limit, m_ties}; }
    /// Copy the lists of a range of queries: some() copies to a new object, put() copies back. Ties must be ordered by
    /// index: other orders depend on the index of a query, and the new object numbers its queries from 0.
    NearestLists some(Share queries) const;
    void put(Share queries, const NearestLists &some);
    /// Returns views of the lists of a range of queries as bytes, which MPI ranks send and receive (gather.h).
    std::vector<std::span<std::byte>> bytes(Share queries);

private:
    void offer(Index query, const Neighbour &offered);
    Neighbour *list(Index query) { return m_entries.data() + query * m_capacity; }

    Index m_limit, m_capacity;
    std::optional<TieOrder> m_ties;
    /// entries of all lists, queries × capacity; long lists are unsorted until they are cut
    std::vector<Neighbour> m_entries;
    std::vector<std::int32_t> m_counts;
    /// similarity of each query to the last of its `count` nearest items so far; −∞ while fewer were found
    std::vector<float> m_worst;
};

} // namespace anchorscope
