// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// Rows of a neighbour map: one space, or two aligned ones. Refers to its arguments.
struct MapRows
{
    const Matrix &x;                                       ///< unit rows of X, n × d
    const Matrix *y = nullptr;                             ///< unit rows of Y, m × d′; null: X alone
    const Matrix *alignedX = nullptr, *alignedY = nullptr; ///< unit rows of X and Y in common coordinates, n × r and m
                                                           ///< × r

    Index items() const { return x.rows() + (y ? y->rows() : 0); }
};

/// Selected items of both spaces, ascending.
struct MapItems
{
    std::vector<ItemIndex> x, y;

    Index count() const { return static_cast<Index>(x.size() + y.size()); }
};

/// Graph with weights in (0, 1] as compressed lists: vertex i has the edges [first[i], first[i + 1]).
struct FuzzyGraph
{
    std::vector<std::size_t> first;
    std::vector<ItemIndex> neighbour;
    std::vector<float> weight;

    Index vertices() const { return static_cast<Index>(first.size()) - 1; }
};

/// Fuzzy union of the neighbourhoods of some items among themselves (McInnes, Healy & Melville 2018, algorithms 2 and
/// 3): for one space the `neighbours` nearest of each by cosine; for two spaces, half of them within the item's own
/// space and half across, in the aligned rows, each half with a scale of its own. Vertices are the items of X and then
/// those of Y; each edge is in the lists of both ends. Zero rows have no edges. Empty if cancelled.
FuzzyGraph fuzzyGraph(const MapRows &rows, const MapItems &items, Index neighbours, const RunContext &context = {});

/// Graph of the neighbourhoods of `others` among `items`, with edges from the former to the latter only. Vertices are
/// those of fuzzyGraph(), which have no edges here, and then the others. Empty if cancelled.
FuzzyGraph graphOfOthers(const MapRows &rows, const MapItems &items, const MapItems &others, Index neighbours,
                         const RunContext &context = {});

} // namespace anchorscope
