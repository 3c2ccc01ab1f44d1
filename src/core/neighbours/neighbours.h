// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/tiles.h"
#include "core/ranks/communicator.h"

#include <span>
#include <vector>

namespace anchorscope {

/// An item and how similar it is to whatever was asked for.
struct Neighbour
{
    ItemIndex item;
    float similarity;
};

/// The K nearest rows of `among` for a single vector (1 × k) by cosine, most similar first, equals by row; for
/// inspectors and tooltips. Fewer if there are fewer rows.
std::vector<Neighbour> nearest(const MatrixView &query, const Matrix &among, Index k);

/// Similarity of query q to row wanted[q] of `target` (queries and target with unit rows of the same width), 0 where
/// that is noItem. Each equals the entry of the tiles bit for bit: the product's kernel sums every entry in the same
/// order wherever it stands. Incomplete if the context was cancelled.
std::vector<float> wantedSimilarities(const Matrix &queries, const Matrix &target, const std::vector<ItemIndex> &wanted,
                                      const RunContext &context = {});

/// The order among items that are equally similar to a query: random, fixed by a seed, different in every space.
struct TieOrder
{
    std::uint64_t seed = 0;
    std::uint64_t space = 0;
    std::uint64_t place(Index query, ItemIndex item) const;
};

/// The nearest items of many queries, collected from tiles in any order. Which items are kept depends on the
/// similarities and the tie order alone.
class NearestLists
{
public:
    /// wanted ≥ 1: items kept for a query.
    NearestLists(Index queries, Index wanted, TieOrder ties);

    /// Nothing is collected for this query from now on.
    void skip(Index query);
    /// Tile rows are queries and columns items, or the other way round. Calls that share a query must not overlap.
    void addRows(const Tile &tile);
    void addColumns(const Tile &tile);
    /// Of ranks that have collected some queries each (Share) from all items: all have all lists.
    void gatherQueries(Communicator &ranks);
    /// Of ranks that have collected all queries from some items each: all have the lists of all items.
    void gatherItems(Communicator &ranks);
    /// Sorts every list, most similar first; call once after all tiles.
    void finish();

    /// After finish(): at most `wanted` neighbours.
    std::span<const Neighbour> of(Index query) const;
    /// Mean similarity of the first `count` neighbours (the r of CSLS), 0 for a query that was skipped.
    std::vector<float> meanSimilarity(Index count) const;
    /// ½ r: what CSLS takes off a similarity on each side.
    std::vector<float> halfMeanSimilarity(Index count) const;

private:
    void offer(Index query, ItemIndex item, float similarity);
    Neighbour *list(Index query) { return m_entries.data() + query * m_capacity; }

    Index m_wanted, m_capacity;
    TieOrder m_ties;
    std::vector<Neighbour> m_entries; ///< queries × capacity; a list that is not kept sorted is cut when it is full
    std::vector<std::int32_t> m_counts;
    std::vector<float> m_worst; ///< similarity of the last of `wanted` so far; −∞ while there are fewer
};

} // namespace anchorscope
