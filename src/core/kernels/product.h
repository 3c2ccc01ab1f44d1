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

/// Right factor b of a product a·bᵀ, copied (packed) into the order in which the inner loop reads it: panels of
/// panelWidth() rows, one after the other. Packing pays off if the factor is used for several products.
class PackedRows
{
public:
    PackedRows() = default;
    /// Packs `count` rows of `depth` floats; consecutive rows begin `stride` floats apart.
    PackedRows(const float *rows, std::ptrdiff_t stride, std::ptrdiff_t count, std::ptrdiff_t depth);
    /// Reserves memory for `count` rows, to be filled by packPanel().
    PackedRows(std::ptrdiff_t count, std::ptrdiff_t depth);
    /// Packs the rows of one panel, at most panelWidth(); consecutive rows begin `stride` floats apart.
    void packPanel(std::ptrdiff_t panel, const float *rows, std::ptrdiff_t stride);
    /// Packs the whole right factor b from its transpose bᵀ, a depth × count matrix.
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

/// Block of rows of the left factor a of a product a·bᵀ, packed to stay in a core's second-level cache; reusable.
class LeftBlock
{
public:
    void pack(const float *rows, std::ptrdiff_t stride, std::ptrdiff_t count, std::ptrdiff_t depth);
    std::ptrdiff_t paddedRows() const { return m_padded; }
    /// Multiplies by one panel: out (paddedRows() × panelWidth(), 64-byte aligned) = block · panelᵀ.
    void multiply(const PackedRows &right, std::ptrdiff_t panel, float *out) const;
    /// Computes squared distances between the rows of the block and of one panel: out = (normsOfRows[i] +
    /// normsOfColumns[j]) − 2 ⟨row i, row j of the panel⟩. There are paddedRows() and panelWidth() squared norms.
    void distances(const PackedRows &right, std::ptrdiff_t panel, const float *normsOfRows, const float *normsOfColumns,
                   float *out) const;

private:
    void run(const PackedRows &right, std::ptrdiff_t panel, PanelProduct product, Epilogue only, Epilogue last) const;

    std::ptrdiff_t m_padded = 0, m_depth = 0;
    AlignedFloats m_values;
};

/// Computes c = a · bᵀ in one thread; a is rows × depth with leading dimension lda, c is rows × b.count() with ldc. The
/// order of summation depends on the depth only, so equal rows give equal results at any position.
void productTransposed(const float *a, std::ptrdiff_t lda, const PackedRows &b, float *c, std::ptrdiff_t ldc,
                       std::ptrdiff_t rows);

/// Computes c = a · bᵀ for a right factor b (columns × depth, leading dimension ldb) that the caller has not packed.
void productTransposed(const float *a, std::ptrdiff_t lda, const float *b, std::ptrdiff_t ldb, float *c,
                       std::ptrdiff_t ldc, std::ptrdiff_t rows, std::ptrdiff_t columns, std::ptrdiff_t depth);

} // namespace anchorscope::kernels
