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

/// The K nearest rows of `among` (fewer if it has fewer) to a single vector (1 × k) by cosine, most similar first, ties
/// by row; for inspectors and tooltips.
std::vector<Neighbour> nearest(const MatrixView &query, const Matrix &among, Index k);

/// Similarity of query q to row targets[q] of `target` (queries and target with unit rows of the same width), 0 for
/// noItem. Each equals the entry of the tiles bit for bit: the product's kernel sums every entry in the same order
/// wherever it is. Incomplete if the context was cancelled.
std::vector<float> targetSimilarities(const Matrix &queries, const Matrix &target,
                                      const std::vector<ItemIndex> &targets, const RunContext &context = {});

/// Order among items that are equally similar to a query: random by a seed, and different in each space.
struct TieOrder
{
    std::uint64_t seed = 0;
    std::uint64_t space = 0;
    std::uint64_t place(Index query, ItemIndex item) const;
};

/// The nearest items of many queries, collected from tiles in any order. Which items are kept depends on the
/// similarities and the order of equals alone. Ranks can send the lists to one another.
class NearestLists
{
public:
    /// Keeps the `count` ≥ 1 nearest items of each query. Without `ties`, equal similarities are ordered by index.
    NearestLists(Index queries, Index count, std::optional<TieOrder> ties = {});

    /// Stops collecting for this query.
    void skip(Index query);
    /// Tile rows are queries and columns items, or the other way round. Calls that share a query must not overlap.
    void addRows(const Tile &tile);
    void addColumns(const Tile &tile);
    /// Adds the entries that other lists of the same queries have collected.
    void add(const NearestLists &others);
    /// Sorts every list, most similar first: before lists are read. More can be added afterwards.
    void finish();

    Index queries() const { return std::ssize(m_counts); }
    /// After finish(): at most `count` neighbours.
    std::span<const Neighbour> of(Index query) const;
    /// Similarities of the first and the last of them; −∞ without any, as rows with NaN have none.
    float maxOf(Index query) const;
    float minOf(Index query) const;
    /// Mean similarity of the first `count` neighbours (the r of CSLS), 0 without any.
    std::vector<float> meanSimilarity(Index count) const;
    /// ½ r: what CSLS takes off a similarity on each side.
    std::vector<float> halfMeanSimilarity(Index count) const;

    /// Empty lists for the same number of items in the same order.
    NearestLists emptyLists(Index queries) const { return {queries, m_limit, m_ties}; }
    /// Extracts the lists of some of the queries, and puts them back. A tie order would number the queries from 0.
    NearestLists some(Share queries) const;
    void put(Share queries, const NearestLists &some);
    /// Memory of the lists of some queries, for transfers between ranks (gather.h).
    std::vector<std::span<std::byte>> bytes(Share queries);

private:
    void offer(Index query, const Neighbour &offered);
    Neighbour *list(Index query) { return m_entries.data() + query * m_capacity; }

    Index m_limit, m_capacity;
    std::optional<TieOrder> m_ties;
    std::vector<Neighbour> m_entries; ///< queries × capacity; a list that is not kept sorted is cut when it is full
    std::vector<std::int32_t> m_counts;
    std::vector<float> m_worst; ///< similarity of the last of `count` so far; −∞ while there are fewer
};

} // namespace anchorscope
