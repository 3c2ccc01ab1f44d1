// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/tiles.h"

#include "core/kernels/product.h"
#include "core/parallel.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

namespace anchorscope {

namespace {

constexpr Index panel =
    512; ///< rows and columns of a tile: 1 MB of products, which stays in a core's second-level cache

Index panels(Index count)
{
    return (count + panel - 1) / panel;
}

/// The product of two panels, in the calling thread's scratch memory (reused from tile to tile).
Tile multiply(const MatrixView &a, const MatrixView &b, Index rowPanel, Index columnPanel)
{
    static thread_local std::vector<float> scratch;
    scratch.resize(static_cast<std::size_t>(panel * panel));
    Tile tile{scratch.data(), rowPanel * panel, 0, columnPanel * panel, 0};
    tile.rows = std::min(panel, a.rows() - tile.firstRow);
    tile.columns = std::min(panel, b.rows() - tile.firstColumn);
    kernels::productTransposed(a.data() + tile.firstRow * a.outerStride(), a.outerStride(),
                               b.data() + tile.firstColumn * b.outerStride(), b.outerStride(), scratch.data(),
                               tile.columns, tile.rows, tile.columns, a.cols());
    return tile;
}

/// Runs compute(i) for i < count in parallel and reports progress.
bool forEachTile(Index count, const std::function<void(Index)> &compute, const RunContext &context)
{
    std::atomic<Index> done{0};
    return forBlocks(
        count, 1,
        [&](Index begin, Index) {
            compute(begin);
            context.report(static_cast<double>(++done) / static_cast<double>(count), "Comparing all items");
        },
        context);
}

} // namespace

bool forTiles(const MatrixView &a, const MatrixView &b, const TileVisitor &onRows, const TileVisitor &onColumns,
              const RunContext &context)
{
    const Index rowPanels = panels(a.rows()), columnPanels = panels(b.rows());
    std::vector<std::mutex> rowLocks(static_cast<std::size_t>(rowPanels));
    std::vector<std::mutex> columnLocks(static_cast<std::size_t>(columnPanels));
    return forEachTile(
        rowPanels * columnPanels,
        [&](Index i) {
            const Index row = i / columnPanels, column = i % columnPanels;
            const Tile tile = multiply(a, b, row, column);
            if (onRows) {
                std::lock_guard lock(rowLocks[static_cast<std::size_t>(row)]);
                onRows(tile);
            }
            if (onColumns) {
                std::lock_guard lock(columnLocks[static_cast<std::size_t>(column)]);
                onColumns(tile);
            }
        },
        context);
}

bool forSymmetricTiles(const MatrixView &a, const TileVisitor &onRows, const TileVisitor &onColumns,
                       const RunContext &context)
{
    std::vector<std::pair<Index, Index>> places;
    for (Index row = 0; row < panels(a.rows()); ++row) {
        for (Index column = row; column < panels(a.rows()); ++column)
            places.emplace_back(row, column);
    }
    std::vector<std::mutex> locks(static_cast<std::size_t>(panels(a.rows())));
    return forEachTile(
        static_cast<Index>(places.size()),
        [&](Index i) {
            const auto [row, column] = places[static_cast<std::size_t>(i)];
            const Tile tile = multiply(a, a, row, column);
            {
                std::lock_guard lock(locks[static_cast<std::size_t>(row)]);
                onRows(tile);
            }
            if (row != column) {
                std::lock_guard lock(locks[static_cast<std::size_t>(column)]);
                onColumns(tile);
            }
        },
        context);
}

} // namespace anchorscope
