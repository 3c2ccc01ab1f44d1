// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace anchorscope::kernels {

/// Instruction-set levels of x86-64 that the hot loops are compiled for. Results are bitwise reproducible per level.
enum class Isa { baseline, v3, v4 };

/// Instruction-set level in use: the best one of the processor, or the one forced by ANCHORSCOPE_ISA=baseline|v3|v4 (a
/// level that the processor lacks is lowered to the best one it has).
Isa activeIsa();
const char *isaName(Isa isa);

/// Position in a tile whose value passed a bound.
struct Hit
{
    std::int32_t row;
    std::int32_t column;
    float value; ///< value at this position, as compared with the bound
};

/// Packed left operands: rows padded to a multiple of Functions::rowStep, each chunk of at most `chunkDepth` columns
/// stored with this many floats from row to row (an odd number of cache lines, so that rows do not share cache sets).
inline constexpr std::ptrdiff_t chunkDepth = 384;
inline constexpr std::ptrdiff_t leftStride = 400;

/// Operation that a panel product applies to its result.
enum class Epilogue {
    store,       ///< writes the product: out = a·bᵀ
    add,         ///< adds to the result: out += a·bᵀ
    distances,   ///< writes squared distances: out = (normOfRow + normOfColumn) − 2 a·bᵀ
    addDistances ///< completes squared distances: out = (normOfRow + normOfColumn) − 2 (out + a·bᵀ)
};

/// One product of a packed block of left rows with one packed panel of `panelWidth` right rows.
struct PanelProduct
{
    const float *left;         ///< packed left rows, rows × leftStride
    std::ptrdiff_t rows;       ///< number of left rows, a multiple of rowStep
    const float *panel;        ///< packed panel, depth × panelWidth, 64-byte aligned
    std::ptrdiff_t depth;      ///< number of columns that are multiplied, ≤ chunkDepth
    const float *next;         ///< next panel, to be prefetched; any address is allowed
    float *out;                ///< result, rows × panelWidth, 64-byte aligned
    const float *normOfRow;    ///< norms of the rows, one for each
    const float *normOfColumn; ///< norms of the panel's columns, one for each
    Epilogue epilogue;
};

/// Number of groups of rows whose maxima are bounds of the greatest values of a column.
inline constexpr std::ptrdiff_t groupsOfRows = 16;

/// Inner loops of one instruction-set level. They get plain pointers only: an inline function compiled for a newer
/// processor must never be the copy that the linker keeps for all levels.
struct Functions
{
    std::ptrdiff_t panelWidth;
    std::ptrdiff_t rowStep;
    void (*multiply)(const PanelProduct &);
    /// Writes the pairs of a panel (rows × panelWidth) with bound ≤ max(0, ofRow[i] + ofColumn[j])² to `hits`, with
    /// firstRow and firstColumn added, and returns how many there are. `hits` has room for rows × panelWidth.
    std::ptrdiff_t (*pairsBelow)(const float *bounds, std::ptrdiff_t rows, const float *ofRow, const float *ofColumn,
                                 std::ptrdiff_t firstRow, std::ptrdiff_t firstColumn, Hit *hits);
    /// Writes the places in a panel (rows × panelWidth, of which the first `columns` count) whose value reaches the
    /// limit of its row (of its column) and the value itself to `hits`, row by row, and returns how many there are.
    /// `hits` has room for rows × panelWidth.
    std::ptrdiff_t (*reachingRows)(const float *values, std::ptrdiff_t rows, std::ptrdiff_t columns, const float *ofRow,
                                   Hit *hits);
    std::ptrdiff_t (*reachingColumns)(const float *values, std::ptrdiff_t rows, std::ptrdiff_t columns,
                                      const float *ofColumn, Hit *hits);
    /// Sets bounds[j] of each column of a panel (rows × panelWidth) to a value that at least `count` (1 to
    /// groupsOfRows) of its values reach: the count-th of the maxima of groupsOfRows groups of rows; −∞ if too few
    /// groups have values.
    void (*reachedInColumns)(const float *values, std::ptrdiff_t rows, std::ptrdiff_t count, float *bounds);
    /// Transposes a block: to[k × toStride + r] = from[r × stride + k] for r < rows, k < columns.
    void (*transpose)(const float *from, std::ptrdiff_t stride, std::ptrdiff_t rows, std::ptrdiff_t columns, float *to,
                      std::ptrdiff_t toStride);
    /// Returns the first place in [begin, end) where values − less is above the limit or NaN; otherwise `end`.
    std::ptrdiff_t (*firstAbove)(const float *values, const float *less, std::ptrdiff_t begin, std::ptrdiff_t end,
                                 float limit);
    /// Squared distance ‖a − b‖₂² by direct differences: float64, 16 partial sums, fixed order, no fused multiply-add.
    /// The same bits at every level and for exchanged arguments (core/definitions.md, 4).
    double (*directSquare)(const float *a, const float *b, std::ptrdiff_t depth);
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

/// Kernels of the active instruction-set level.
const Functions &active();

} // namespace anchorscope::kernels
