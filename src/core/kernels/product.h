// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/isa.h"

#include <memory>

namespace anchorscope::kernels {

/// Buffer of uninitialized floats at a 64-byte boundary; grows on request.
class AlignedFloats
{
public:
    AlignedFloats() = default;
    explicit AlignedFloats(std::ptrdiff_t count) { reserve(count); }
    /// Reserves `count` floats; the contents are lost if the buffer grows.
    float *reserve(std::ptrdiff_t count);
    float *data() const { return m_data.get(); }

private:
    struct Free
    {
        void operator()(float *data) const;
    };
    std::unique_ptr<float[], Free> m_data;
    std::ptrdiff_t m_capacity = 0;
};

/// The right side of a·bᵀ, copied into the order that the inner loop reads: panels of panelWidth() rows, one after the
/// other. Pack once, multiply often.
class PackedRows
{
public:
    PackedRows() = default;
    /// Packs rows: count × depth, row-major with the given stride.
    PackedRows(const float *rows, std::ptrdiff_t stride, std::ptrdiff_t count, std::ptrdiff_t depth);
    /// Reserves memory for `count` rows, to be filled by packPanel().
    PackedRows(std::ptrdiff_t count, std::ptrdiff_t depth);
    /// Fills one panel from its (at most panelWidth()) rows.
    void packPanel(std::ptrdiff_t panel, const float *rows, std::ptrdiff_t stride);
    /// Fills all panels from a depth × count matrix, whose columns are the rows of the right side.
    void packTransposed(const float *columns, std::ptrdiff_t stride);

    std::ptrdiff_t count() const { return m_count; }
    std::ptrdiff_t depth() const { return m_depth; }
    std::ptrdiff_t panels() const { return (m_count + m_width - 1) / m_width; }
    std::ptrdiff_t panelWidth() const { return m_width; }
    /// Number of rows in a panel; the last panel may have fewer than panelWidth().
    std::ptrdiff_t rowsIn(std::ptrdiff_t panel) const;
    const float *panel(std::ptrdiff_t panel) const { return m_values.data() + panel * m_width * m_depth; }

private:
    std::ptrdiff_t m_width = active().panelWidth;
    std::ptrdiff_t m_count = 0, m_depth = 0;
    AlignedFloats m_values;
};

/// The left side of a·bᵀ: packed rows that stay in a core's second-level cache. The block is reused from block to
/// block.
class LeftBlock
{
public:
    void pack(const float *rows, std::ptrdiff_t stride, std::ptrdiff_t count, std::ptrdiff_t depth);
    std::ptrdiff_t paddedRows() const { return m_padded; }
    /// Multiplies by one panel: out (paddedRows × panelWidth, 64-byte aligned) = this · panelᵀ.
    void multiply(const PackedRows &right, std::ptrdiff_t panel, float *out) const;
    /// Computes squared distances to one panel: out = (normsOfRows[i] + normsOfColumns[j]) − 2 ⟨row i, column j⟩;
    /// paddedRows and panelWidth norms.
    void distances(const PackedRows &right, std::ptrdiff_t panel, const float *normsOfRows, const float *normsOfColumns,
                   float *out) const;

private:
    void run(const PackedRows &right, std::ptrdiff_t panel, PanelProduct product, Epilogue only, Epilogue last) const;

    std::ptrdiff_t m_padded = 0, m_depth = 0;
    AlignedFloats m_values;
};

/// Computes c (rows × b.count(), leading dimension ldc) = a (rows × depth, lda) · bᵀ. One thread. The order in which an
/// entry is summed depends on depth only, so equal rows give equal results at any position.
void productTransposed(const float *a, std::ptrdiff_t lda, const PackedRows &b, float *c, std::ptrdiff_t ldc,
                       std::ptrdiff_t rows);

/// Computes c = a · bᵀ with a right side b (columns × depth, ldb) that is used only once, and thus not packed.
void productTransposed(const float *a, std::ptrdiff_t lda, const float *b, std::ptrdiff_t ldb, float *c,
                       std::ptrdiff_t ldc, std::ptrdiff_t rows, std::ptrdiff_t columns, std::ptrdiff_t depth);

} // namespace anchorscope::kernels
