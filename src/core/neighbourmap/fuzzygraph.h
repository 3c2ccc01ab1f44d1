// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// Rows for a neighbour map (UMAP) of one space, or of two aligned spaces. Refers to its arguments.
struct MapRows
{
    const Matrix &x;           ///< unit rows of X, n × d
    const Matrix *y = nullptr; ///< unit rows of Y, m × d′; null for a plot of X alone

    /// unit rows of X and Y, n × r and m × r, in aligned coordinates; null for X alone
    const Matrix *alignedX = nullptr, *alignedY = nullptr;

    Index items() const { return x.rows() + (y ? y->rows() : 0); }
};

/// Items of both spaces that are the vertices of a graph, ascending.
struct MapItems
{
    std::vector<ItemIndex> x, y;

    Index count() const { return static_cast<Index>(x.size() + y.size()); }
};

/// Compressed graph: edges of vertex i are `neighbour` and `weight` in (0, 1] at first[i] … first[i + 1] − 1.
struct FuzzyGraph
{
    std::vector<std::size_t> first;
    std::vector<ItemIndex> neighbour;
    std::vector<float> weight;

    Index vertices() const { return static_cast<Index>(first.size()) - 1; }
};

/// Fuzzy graph of nearest neighbours among `items` (McInnes, Healy & Melville 2018, algorithms 2 and 3). For one space,
/// each item has edges to the `neighbours` nearest items by cosine. For two spaces, half of the edges lead to items of
/// the same space and half to items of the other space, which are compared by the aligned rows; each half has a scale σ
/// of its own. Vertices are the items of X, then those of Y; each edge is in the lists of both ends. Zero rows have no
/// edges. Empty if cancelled.
FuzzyGraph fuzzyGraph(const MapRows &rows, const MapItems &items, Index neighbours, const RunContext &context = {});

/// Directed edges from each of `others` to its nearest neighbours among `items`, found approximately: only items of the
/// nearest cells are compared. Vertices are those of fuzzyGraph() for `items`, without edges, then those of `others`.
/// Empty if cancelled.
FuzzyGraph graphOfOthers(const MapRows &rows, const MapItems &items, const MapItems &others, Index neighbours,
                         const RunContext &context = {});

} // namespace anchorscope
