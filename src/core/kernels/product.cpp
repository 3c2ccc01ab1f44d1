// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/product.h"

#include <algorithm>
#include <new>

namespace anchorscope::kernels {

namespace {

constexpr std::align_val_t cacheLine{64};
/// Left rows processed together: with chunkDepth columns they fill a tenth of a second-level cache of 2 MB.
constexpr std::ptrdiff_t rowsPerBlock = 120;

} // namespace

float *AlignedFloats::reserve(std::ptrdiff_t count)
{
    if (count > m_capacity) {
        m_data.reset();
        m_data.reset(
            static_cast<float *>(::operator new[](static_cast<std::size_t>(count) * sizeof(float), cacheLine)));
        m_capacity = count;
    }
    return m_data.get();
}

void AlignedFloats::Free::operator()(float *data) const
{
    ::operator delete[](data, cacheLine);
}

PackedRows::PackedRows(std::ptrdiff_t count, std::ptrdiff_t depth)
    : m_count(count), m_depth(depth), m_values(panels() * m_width * depth)
{
}

PackedRows::PackedRows(const float *rows, std::ptrdiff_t stride, std::ptrdiff_t count, std::ptrdiff_t depth)
    : PackedRows(count, depth)
{
    for (std::ptrdiff_t p = 0; p < panels(); ++p)
        packPanel(p, rows + p * m_width * stride, stride);
}

std::ptrdiff_t PackedRows::rowsIn(std::ptrdiff_t panel) const
{
    return std::min(m_width, m_count - panel * m_width);
}

void PackedRows::packPanel(std::ptrdiff_t panel, const float *rows, std::ptrdiff_t stride)
{
    float *to = m_values.data() + panel * m_width * m_depth;
    active().transpose(rows, stride, rowsIn(panel), m_depth, to, m_width);
    for (std::ptrdiff_t k = 0; rowsIn(panel) < m_width && k < m_depth; ++k)
        std::fill(to + k * m_width + rowsIn(panel), to + (k + 1) * m_width, 0.0f);
}

void PackedRows::packTransposed(const float *columns, std::ptrdiff_t stride)
{
    for (std::ptrdiff_t p = 0; p < panels(); ++p) {
        float *to = m_values.data() + p * m_width * m_depth;
        for (std::ptrdiff_t k = 0; k < m_depth; ++k, to += m_width) {
            const float *from = columns + k * stride + p * m_width;
            std::fill(std::copy(from, from + rowsIn(p), to), to + m_width, 0.0f);
        }
    }
}

void LeftBlock::pack(const float *rows, std::ptrdiff_t stride, std::ptrdiff_t count, std::ptrdiff_t depth)
{
    const std::ptrdiff_t step = active().rowStep;
    m_padded = (count + step - 1) / step * step;
    m_depth = depth;
    const std::ptrdiff_t chunks = std::max<std::ptrdiff_t>(1, (depth + chunkDepth - 1) / chunkDepth);
    float *to = m_values.reserve(chunks * m_padded * leftStride);
    for (std::ptrdiff_t begin = 0; begin < depth; begin += chunkDepth) {
        const std::ptrdiff_t columns = std::min(chunkDepth, depth - begin);
        for (std::ptrdiff_t i = 0; i < m_padded; ++i, to += leftStride) {
            if (i < count)
                std::copy_n(rows + i * stride + begin, columns, to);
            else
                std::fill_n(to, columns, 0.0f);
        }
    }
}

void LeftBlock::run(const PackedRows &right, std::ptrdiff_t panel, PanelProduct product, Epilogue only,
                    Epilogue last) const
{
    const std::ptrdiff_t following = panel + 1 < right.panels() ? panel + 1 : 0;
    std::ptrdiff_t begin = 0;
    do {
        product.depth = std::min(chunkDepth, m_depth - begin);
        product.left = m_values.data() + begin / chunkDepth * m_padded * leftStride;
        product.rows = m_padded;
        product.panel = right.panel(panel) + begin * right.panelWidth();
        product.next = right.panel(following) + begin * right.panelWidth();
        const bool first = begin == 0;
        begin += chunkDepth;
        const bool final = begin >= m_depth;
        product.epilogue = first && final ? only : final ? last : first ? Epilogue::store : Epilogue::add;
        active().multiply(product);
    } while (begin < m_depth);
}

void LeftBlock::multiply(const PackedRows &right, std::ptrdiff_t panel, float *out) const
{
    PanelProduct product{};
    product.out = out;
    run(right, panel, product, Epilogue::store, Epilogue::add);
}

void LeftBlock::distances(const PackedRows &right, std::ptrdiff_t panel, const float *normsOfRows,
                          const float *normsOfColumns, float *out) const
{
    PanelProduct product{};
    product.out = out;
    product.normOfRow = normsOfRows;
    product.normOfColumn = normsOfColumns;
    run(right, panel, product, Epilogue::distances, Epilogue::addDistances);
}

void productTransposed(const float *a, std::ptrdiff_t lda, const PackedRows &b, float *c, std::ptrdiff_t ldc,
                       std::ptrdiff_t rows)
{
    static thread_local LeftBlock left;
    static thread_local AlignedFloats tile;
    const std::ptrdiff_t width = b.panelWidth();
    for (std::ptrdiff_t i = 0; i < rows; i += rowsPerBlock) {
        const std::ptrdiff_t count = std::min(rowsPerBlock, rows - i);
        left.pack(a + i * lda, lda, count, b.depth());
        float *products = tile.reserve(left.paddedRows() * width);
        for (std::ptrdiff_t p = 0; p < b.panels(); ++p) {
            left.multiply(b, p, products);
            for (std::ptrdiff_t r = 0; r < count; ++r)
                std::copy_n(products + r * width, b.rowsIn(p), c + (i + r) * ldc + p * width);
        }
    }
}

void productTransposed(const float *a, std::ptrdiff_t lda, const float *b, std::ptrdiff_t ldb, float *c,
                       std::ptrdiff_t ldc, std::ptrdiff_t rows, std::ptrdiff_t columns, std::ptrdiff_t depth)
{
    productTransposed(a, lda, PackedRows(b, ldb, columns, depth), c, ldc, rows);
}

} // namespace anchorscope::kernels
