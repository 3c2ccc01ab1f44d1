// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace anchorscope::kernels {

/// Instruction-set levels of x86-64 that the hot loops are compiled for. Results are bitwise reproducible per level.
enum class Isa { baseline, v3, v4 };

/// Best level of the processor, or the one in the environment variable ANCHORSCOPE_ISA=baseline|v3|v4 if supported.
Isa activeIsa();
const char *isaName(Isa isa);

/// Entry of a tile (block of a matrix product) whose value meets a bound.
struct Hit
{
    std::int32_t row;
    std::int32_t column;
    float value;
};

/// Layout of the packed left factor of a product: chunks of at most `chunkDepth` columns, rows padded to a multiple of
/// Functions::rowStep. Rows of a chunk begin `leftStride` floats apart: an odd number of cache lines, so that rows do
/// not share cache sets.
inline constexpr std::ptrdiff_t chunkDepth = 384;
inline constexpr std::ptrdiff_t leftStride = 400;

/// Operation that turns the product a·bᵀ of a block of rows and a panel into the output `out`.
enum class Epilogue {
    store,       ///< writes the product: out = a·bᵀ
    add,         ///< adds the product to the output: out += a·bᵀ
    distances,   ///< writes squared distances: out = (normOfRow + normOfColumn) − 2 a·bᵀ
    addDistances ///< completes squared distances: out = (normOfRow + normOfColumn) − 2 (out + a·bᵀ)
};

/// Arguments of one product of a packed block of left rows and one packed panel of `panelWidth` right rows.
struct PanelProduct
{
    const float *left;         ///< packed left rows, rows × leftStride
    std::ptrdiff_t rows;       ///< number of left rows, a multiple of rowStep
    const float *panel;        ///< packed panel of right rows, depth × panelWidth, 64-byte aligned
    std::ptrdiff_t depth;      ///< number of columns that are multiplied, ≤ chunkDepth
    const float *next;         ///< next panel of right rows, which is prefetched; any address is allowed
    float *out;                ///< output of the product, rows × panelWidth, 64-byte aligned
    const float *normOfRow;    ///< squared norm of each left row
    const float *normOfColumn; ///< squared norm of each right row (a column of the output)
    Epilogue epilogue;
};

/// Tile (block of similarities) whose entries are ranked: rows × panelWidth, of which the first `columns` of each row
/// count.
struct RankedTile
{
    const float *values;
    std::ptrdiff_t rows, columns;
};

/// Number of groups into which reachedInColumns() divides the rows of a panel.
inline constexpr std::ptrdiff_t groupsOfRows = 16;

/// Inner loops compiled for one instruction-set level. They use plain pointers only: of an inline function in a
/// standard header, the linker keeps one copy for all levels, which can be the copy for a newer processor.
struct Functions
{
    std::ptrdiff_t panelWidth;
    std::ptrdiff_t rowStep;
    void (*multiply)(const PanelProduct &);
    /// Writes the entries of a panel (rows × panelWidth) that are at most max(0, ofRow[i] + ofColumn[j])² to `hits`,
    /// with firstRow and firstColumn added to their position. Returns their number, at most rows × panelWidth.
    std::ptrdiff_t (*pairsBelow)(const float *bounds, std::ptrdiff_t rows, const float *ofRow, const float *ofColumn,
                                 std::ptrdiff_t firstRow, std::ptrdiff_t firstColumn, Hit *hits);
    /// Writes the entries of a panel (rows × panelWidth, the first `columns` of each row) that are at least the limit
    /// of their row (reachingRows) or column (reachingColumns) to `hits`, row by row. Returns their number, at most
    /// rows × panelWidth.
    std::ptrdiff_t (*reachingRows)(const float *values, std::ptrdiff_t rows, std::ptrdiff_t columns, const float *ofRow,
                                   Hit *hits);
    std::ptrdiff_t (*reachingColumns)(const float *values, std::ptrdiff_t rows, std::ptrdiff_t columns,
                                      const float *ofColumn, Hit *hits);
    /// Sets bounds[j], for each column of a panel (rows × panelWidth), to a value that at least `count` values of the
    /// column reach. This is the count-th greatest of the maxima of groupsOfRows groups of rows, so `count` must be at
    /// most groupsOfRows. −∞ if too few groups have values.
    void (*reachedInColumns)(const float *values, std::ptrdiff_t rows, std::ptrdiff_t count, float *bounds);
    /// Transposes a block: to[k × toStride + r] = from[r × stride + k] for r < rows, k < columns.
    void (*transpose)(const float *from, std::ptrdiff_t stride, std::ptrdiff_t rows, std::ptrdiff_t columns, float *to,
                      std::ptrdiff_t toStride);
    /// First index in [begin, end) at which values[i] − less[i] is above the limit or NaN; otherwise `end`.
    std::ptrdiff_t (*firstAbove)(const float *values, const float *less, std::ptrdiff_t begin, std::ptrdiff_t end,
                                 float limit);
    /// Squared distance ‖a − b‖₂² from differences in float64, with 16 partial sums added in a fixed order and without
    /// fused multiply-add: the same bits at every level and for exchanged arguments (core/definitions.md, 4).
    double (*directSquare)(const float *a, const float *b, std::ptrdiff_t depth);
    /// Counts the entries of a tile whose score 2·value − penalty is above the target, or equal to it, and adds the
    /// counts to greater[] and equal[]. countRows: one target and one count for each row, one penalty for each column.
    /// countColumns: the reverse.
    void (*countRows)(const RankedTile &tile, const float *penalties, const float *targets, std::int32_t *greater,
                      std::int32_t *equal);
    void (*countColumns)(const RankedTile &tile, const float *penalties, const float *targets, std::int32_t *greater,
                         std::int32_t *equal);
};

namespace baseline {
extern const Functions functions;
}
namespace v3 {
extern const Functions functions;
}
namespace v4 {
extern const Functions functions;
}

/// Returns the inner loops compiled for the active instruction-set level.
const Functions &active();

} // namespace anchorscope::kernels
