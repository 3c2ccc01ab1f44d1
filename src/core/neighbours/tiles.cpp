// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/tiles.h"

#include "core/parallel.h"
#include "core/product.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

namespace anchorscope {

namespace {

/// Rows and columns of a tile: a multiple of every kernel's panel width and row step. The packed rows and the tile
/// (300 + 150 kB at 300 columns) stay in a core's second-level cache.
constexpr Index side = 192;

Index blocks(Index count)
{
    return (count + side - 1) / side;
}

/// Some rows of a, multiplied by one block of b after the other. Its memory is kept from one use to the next.
class RowBlock
{
public:
    RowBlock(const MatrixView &a, Index block) : m_first(block * side), m_rows(std::min(side, a.rows() - m_first))
    {
        scratch().left.pack(a.data() + m_first * a.outerStride(), a.outerStride(), m_rows, a.cols());
        scratch().tile.reserve(side * side);
    }

    /// The tile is valid until the next one is asked for.
    Tile times(const kernels::PackedRows &right, Index block) const
    {
        const Index width = right.panelWidth(), firstColumn = block * side;
        const Index columns = std::min(side, right.count() - firstColumn);
        float *tile = scratch().tile.data();
        float *panel = scratch().panel.reserve(scratch().left.paddedRows() * width);
        for (Index column = 0; column < columns; column += width) {
            scratch().left.multiply(right, (firstColumn + column) / width, panel);
            for (Index i = 0; i < m_rows; ++i)
                std::copy_n(panel + i * width, std::min(width, columns - column), tile + i * columns + column);
        }
        return {tile, m_first, m_rows, firstColumn, columns};
    }

private:
    struct Scratch
    {
        kernels::LeftBlock left;
        kernels::AlignedFloats panel, tile;
    };
    static Scratch &scratch()
    {
        static thread_local Scratch memory;
        return memory;
    }
    Index m_first, m_rows;
};

class Locks
{
public:
    explicit Locks(Index count) : m_mutexes(static_cast<std::size_t>(blocks(count))) {}
    void visit(Index block, const TileVisitor &visitor, const Tile &tile)
    {
        const std::lock_guard lock(m_mutexes[static_cast<std::size_t>(block)]);
        visitor(tile);
    }

private:
    std::vector<std::mutex> m_mutexes;
};

/// Runs compute(block) for all blocks of rows in parallel and reports progress.
bool forRowBlocks(Index rows, const std::function<void(Index)> &compute, const RunContext &context)
{
    std::atomic<Index> done{0};
    return forBlocks(
        blocks(rows), 1,
        [&](Index block, Index) {
            compute(block);
            context.report(static_cast<double>(++done) / static_cast<double>(blocks(rows)), "Comparing all items");
        },
        context);
}

} // namespace

bool forTiles(const MatrixView &a, const MatrixView &b, const TileVisitor &onRows, const TileVisitor &onColumns,
              const RunContext &context)
{
    const kernels::PackedRows right = packRows(b);
    const Index columnBlocks = blocks(b.rows());
    Locks columns(b.rows());
    const auto compute = [&](Index rowBlock) {
        const RowBlock rows(a, rowBlock);
        for (Index i = 0; i < columnBlocks && !context.cancelled(); ++i) {
            const Index column = (rowBlock + i) % columnBlocks; // threads begin apart and do not wait for each other
            const Tile tile = rows.times(right, column);
            if (onRows)
                onRows(tile);
            if (onColumns)
                columns.visit(column, onColumns, tile);
        }
    };
    return forRowBlocks(a.rows(), compute, context);
}

bool forLeadingTiles(const MatrixView &a, const MatrixView &b, const std::vector<Index> &columns,
                     const TileVisitor &onRows, const RunContext &context)
{
    const kernels::PackedRows right = packRows(b);
    const auto compute = [&](Index rowBlock) {
        const RowBlock rows(a, rowBlock);
        const Index wanted = blocks(columns[static_cast<std::size_t>(rowBlock * side)]);
        for (Index column = 0; column < wanted && !context.cancelled(); ++column)
            onRows(rows.times(right, column));
    };
    return forRowBlocks(a.rows(), compute, context);
}

bool forSymmetricTiles(const MatrixView &a, const TileVisitor &onRows, const TileVisitor &onColumns,
                       const RunContext &context)
{
    const kernels::PackedRows right = packRows(a);
    Locks locks(a.rows());
    const auto compute = [&](Index rowBlock) {
        const RowBlock rows(a, rowBlock);
        for (Index column = rowBlock; column < blocks(a.rows()) && !context.cancelled(); ++column) {
            const Tile tile = rows.times(right, column);
            locks.visit(rowBlock, onRows, tile);
            if (column != rowBlock)
                locks.visit(column, onColumns, tile);
        }
    };
    return forRowBlocks(a.rows(), compute, context);
}

} // namespace anchorscope
