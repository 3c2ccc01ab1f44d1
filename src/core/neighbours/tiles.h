// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <functional>
#include <vector>

namespace anchorscope {

/// Tile: a block of the matrix product a·bᵀ. line(i)[j] is the product of row firstRow + i of a and row firstColumn + j
/// of b. A tile has as many columns as a panel of the kernel (kernels::Functions::panelWidth; the last one may have
/// fewer) and is still in a core's first-level cache.
struct Tile
{
    const float *values;
    Index firstRow, rows;
    Index firstColumn, columns;
    Index stride; ///< distance of consecutive lines in memory, in floats; those after the first `columns` are undefined
    const float *line(Index i) const { return values + i * stride; }
};
using TileVisitor = std::function<void(const Tile &)>;

/// Computes the product a·bᵀ of the matrices a (n × k) and b (m × k) in tiles (blocks), without storing it: memory for
/// one tile per thread. Every tile is passed once to `onRows` and once to `onColumns` (each may be empty), in any
/// order. Calls of onRows for the same rows never run at the same time, nor do calls of onColumns for the same columns.
/// Returns false if cancelled.
bool forTiles(const MatrixView &a, const MatrixView &b, const TileVisitor &onRows, const TileVisitor &onColumns,
              const RunContext &context);

/// Like forTiles(), but compares row i of matrix a only with the first columns[i] rows of matrix b; `columns` is in
/// descending order. Tiles may contain more columns than requested.
bool forLeadingTiles(const MatrixView &a, const MatrixView &b, const std::vector<Index> &columns,
                     const TileVisitor &onRows, const RunContext &context);

/// Like forTiles(), for the product a·aᵀ at half the cost. Each pair of different blocks of rows is multiplied once,
/// and its tiles are passed to both onRows (as rows) and onColumns (as columns). Tiles on the diagonal are whole
/// squares and are passed to onRows only. Calls that concern the same rows of the matrix `a` never run at the same
/// time.
bool forSymmetricTiles(const MatrixView &a, const TileVisitor &onRows, const TileVisitor &onColumns,
                       const RunContext &context);

} // namespace anchorscope
