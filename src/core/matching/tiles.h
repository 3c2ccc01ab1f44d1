// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <functional>
#include <vector>

namespace anchorscope {

/// Block of the matrix product a·bᵀ: line(i)[j] is the product of row firstRow + i of a and row firstColumn + j of b.
/// It has as many columns as a panel of the kernel (kernels::Functions::panelWidth; the last one may have fewer) and is
/// still in a core's first-level cache.
struct Tile
{
    const float *values;
    Index firstRow, rows;
    Index firstColumn, columns;
    Index stride; ///< distance of consecutive lines in floats; those after the first `columns` of a line are undefined
    const float *line(Index i) const { return values + i * stride; }
};
using TileVisitor = std::function<void(const Tile &)>;

/// Computes the product a·bᵀ of a (n × k) and b (m × k) in tiles, without storing it: memory for one tile per thread.
/// Every tile is passed once to `onRows` and once to `onColumns` (each may be empty), in any order. Two calls of onRows
/// for the same rows, or of onColumns for the same columns, never run at the same time. Returns false if cancelled.
bool forTiles(const MatrixView &a, const MatrixView &b, const TileVisitor &onRows, const TileVisitor &onColumns,
              const RunContext &context);

/// Like forTiles(), but compares row i of a with at least the first columns[i] rows of b; `columns` is descending.
bool forLeadingTiles(const MatrixView &a, const MatrixView &b, const std::vector<Index> &columns,
                     const TileVisitor &onRows, const RunContext &context);

/// Like forTiles(), for the product a·aᵀ at half the cost. Each pair of different blocks of rows is multiplied once,
/// and its tiles are passed to both onRows (as rows) and onColumns (as columns). Tiles on the diagonal are whole
/// squares and are passed to onRows only. Calls that concern the same rows of `a` never run at the same time.
bool forSymmetricTiles(const MatrixView &a, const TileVisitor &onRows, const TileVisitor &onColumns,
                       const RunContext &context);

} // namespace anchorscope
