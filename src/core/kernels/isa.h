// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace anchorscope::kernels {

/// Instruction-set levels of x86-64 that the hot loops are compiled for. Results are bitwise reproducible per level.
enum class Isa { baseline, v3, v4 };

/// The level in use: the best one the processor has, or the one forced by ANCHORSCOPE_ISA=baseline|v3|v4 (a level that
/// the processor lacks is lowered to the best one it has).
Isa activeIsa();
const char *isaName(Isa isa);

/// A pair of a tile that passed a bound.
struct Hit
{
    std::int32_t row;
    std::int32_t column;
    float value; ///< result of the comparison
};

/// Packed left operands: rows padded to a multiple of Functions::rowStep, each chunk of at most `chunkDepth` columns
/// stored with this many floats from row to row (an odd number of cache lines, so that rows do not share cache sets).
inline constexpr std::ptrdiff_t chunkDepth = 384;
inline constexpr std::ptrdiff_t leftStride = 400;

/// Operation that a panel product applies to its result.
enum class Epilogue {
    store,       ///< out = a·bᵀ
    add,         ///< out += a·bᵀ
    distances,   ///< out = (normOfRow + normOfColumn) − 2 a·bᵀ
    addDistances ///< out = (normOfRow + normOfColumn) − 2 (out + a·bᵀ)
};

/// One product of a packed left block with one packed panel of `panelWidth` right rows.
struct PanelProduct
{
    const float *left;         ///< rows × leftStride
    std::ptrdiff_t rows;       ///< a multiple of rowStep
    const float *panel;        ///< depth × panelWidth, 64-byte aligned
    std::ptrdiff_t depth;      ///< ≤ chunkDepth
    const float *next;         ///< next panel, to be prefetched; any address is allowed
    float *out;                ///< rows × panelWidth, 64-byte aligned
    const float *normOfRow;    ///< one for each row
    const float *normOfColumn; ///< one for each panel column
    Epilogue epilogue;
};

/// The hot loops of one instruction-set level. They see plain pointers only: an inline function compiled for a newer
/// processor must never be the copy that the linker keeps for all.
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
    /// to[k × toStride + r] = from[r × stride + k] for r < rows, k < columns.
    void (*transpose)(const float *from, std::ptrdiff_t stride, std::ptrdiff_t rows, std::ptrdiff_t columns, float *to,
                      std::ptrdiff_t toStride);
    /// The first place in [begin, end) where values − less is above the limit or NaN; otherwise `end`.
    std::ptrdiff_t (*firstAbove)(const float *values, const float *less, std::ptrdiff_t begin, std::ptrdiff_t end,
                                 float limit);
    /// ‖a − b‖₂² by direct differences: float64, 16 partial sums, fixed order, no fused multiply-add. The same bits at
    /// every level and for exchanged arguments (core/definitions.md, 4).
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
