// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <functional>
#include <vector>

namespace anchorscope {

/// A block of a·bᵀ: line(i)[j] is the product of row firstRow + i of a and row firstColumn + j of b. It is a panel of
/// the product's kernel (kernels::Functions::panelWidth columns, of the last one perhaps fewer), still in a
/// core's first-level cache.
struct Tile
{
    const float *values;
    Index firstRow, rows;
    Index firstColumn, columns;
    Index stride; ///< number of floats from line to line; the floats beyond `columns` are undefined
    const float *line(Index i) const { return values + i * stride; }
};
using TileVisitor = std::function<void(const Tile &)>;

/// Computes a·bᵀ (n × m, both with k columns) tile by tile, never as a whole: O(threads) tiles of memory. `onRows` and
/// `onColumns` (may be empty) get every tile once, in any order; no two calls of onRows that share rows overlap, nor
/// two calls of onColumns that share columns. Returns false if cancelled.
bool forTiles(const MatrixView &a, const MatrixView &b, const TileVisitor &onRows, const TileVisitor &onColumns,
              const RunContext &context);

/// Like forTiles(), but compares row i of a with the first columns[i] rows of b only; `columns` is descending. Tiles
/// contain some additional columns.
bool forLeadingTiles(const MatrixView &a, const MatrixView &b, const std::vector<Index> &columns,
                     const TileVisitor &onRows, const RunContext &context);

/// Like forTiles(), for a·aᵀ at half the cost: every unordered pair of different row panels is visited once, as rows by
/// onRows and as columns by onColumns; tiles on the diagonal are whole squares and are passed to onRows only. No two
/// calls of either kind that share rows of a overlap.
bool forSymmetricTiles(const MatrixView &a, const TileVisitor &onRows, const TileVisitor &onColumns,
                       const RunContext &context);

} // namespace anchorscope
