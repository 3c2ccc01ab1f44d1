// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/matching/tiles.h"

#include "core/parallel.h"
#include "core/product.h"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace anchorscope {

namespace {

/// Number of rows of the left matrix that are packed together, a multiple of every kernel's row step. With 300 columns
/// the packed rows (300 kB) fit in the second-level cache of a core, and a tile (24 kB) fits in the first-level cache.
constexpr Index side = 192;

Index blocks(Index count)
{
    return (count + side - 1) / side;
}

/// Packed block of rows of the left matrix. All blocks of a thread use the same memory, one after the other.
class RowBlock
{
public:
    RowBlock(const MatrixView &a, Index block) : m_first(block * side), m_rows(std::min(side, a.rows() - m_first))
    {
        scratch().left.pack(a.data() + m_first * a.outerStride(), a.outerStride(), m_rows, a.cols());
    }

    /// Multiplies the block by one panel. Returns the product (a tile), valid until the next call in the same thread.
    Tile times(const kernels::PackedRows &right, Index panel) const
    {
        const Index width = right.panelWidth(), firstColumn = panel * width;
        float *values = scratch().tile.reserve(scratch().left.paddedRows() * width);
        scratch().left.multiply(right, panel, values);
        return {values, m_first, m_rows, firstColumn, std::min(width, right.count() - firstColumn), width};
    }

private:
    struct Scratch
    {
        kernels::LeftBlock left;
        kernels::AlignedFloats tile;
    };
    static Scratch &scratch()
    {
        static thread_local Scratch memory;
        return memory;
    }
    Index m_first, m_rows;
};

Index panelsOf(const kernels::PackedRows &right)
{
    return (right.count() + right.panelWidth() - 1) / right.panelWidth();
}

class Locks
{
public:
    explicit Locks(Index count) : m_mutexes(static_cast<std::size_t>(count)) {}
    void visit(Index place, const TileVisitor &visitor, const Tile &tile)
    {
        const std::lock_guard lock(m_mutexes[static_cast<std::size_t>(place)]);
        visitor(tile);
    }

private:
    std::vector<std::mutex> m_mutexes;
};

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

/// Number of rows of b packed together: whole panels of any kernel, so many that rows of a are seldom packed again.
constexpr Index packedAtOnce = 85 * side;

} // namespace

bool forTiles(const MatrixView &a, const MatrixView &b, const TileVisitor &onRows, const TileVisitor &onColumns,
              const RunContext &context)
{
    for (Index first = 0; first < b.rows(); first += packedAtOnce) {
        const Index count = std::min(packedAtOnce, b.rows() - first);
        const kernels::PackedRows right = packRows(b.middleRows(first, count));
        const Index panels = panelsOf(right), apart = side / right.panelWidth();
        Locks columns(panels);
        const auto compute = [&](Index rowBlock) {
            const RowBlock rows(a, rowBlock);
            for (Index i = 0; i < panels && !context.cancelled(); ++i) {
                // blocks of rows begin at different panels, so that threads seldom wait for the same lock
                const Index panel = (apart * rowBlock + i) % panels;
                Tile tile = rows.times(right, panel);
                tile.firstColumn += first;
                if (onRows)
                    onRows(tile);
                if (onColumns)
                    columns.visit(panel, onColumns, tile);
            }
        };
        const auto share = [&](Index of) { return static_cast<double>(of) / static_cast<double>(b.rows()); };
        if (!forRowBlocks(a.rows(), compute, context.part(share(first), share(first + count))))
            return false;
    }
    return !context.cancelled();
}

bool forLeadingTiles(const MatrixView &a, const MatrixView &b, const std::vector<Index> &columns,
                     const TileVisitor &onRows, const RunContext &context)
{
    const kernels::PackedRows right = packRows(b);
    const auto compute = [&](Index rowBlock) {
        const RowBlock rows(a, rowBlock);
        const Index needed = columns[static_cast<std::size_t>(rowBlock * side)];
        for (Index panel = 0; panel * right.panelWidth() < needed && !context.cancelled(); ++panel)
            onRows(rows.times(right, panel));
    };
    return forRowBlocks(a.rows(), compute, context);
}

bool forSymmetricTiles(const MatrixView &a, const TileVisitor &onRows, const TileVisitor &onColumns,
                       const RunContext &context)
{
    const kernels::PackedRows right = packRows(a);
    Locks locks(blocks(a.rows()));
    static_assert(side % 32 == 0 && side % 16 == 0 && side % 8 == 0);
    const auto compute = [&](Index rowBlock) {
        const RowBlock rows(a, rowBlock);
        const Index first = rowBlock * side / right.panelWidth();
        for (Index panel = first; panel < panelsOf(right) && !context.cancelled(); ++panel) {
            const Tile tile = rows.times(right, panel);
            locks.visit(rowBlock, onRows, tile);
            if (const Index block = tile.firstColumn / side; block != rowBlock)
                locks.visit(block, onColumns, tile);
        }
    };
    return forRowBlocks(a.rows(), compute, context);
}

} // namespace anchorscope
