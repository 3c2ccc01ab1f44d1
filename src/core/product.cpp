// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/product.h"

#include "core/parallel.h"

#include <algorithm>

namespace anchorscope {

namespace {

/// Adds aᵀ · b of at most kernels::chunkDepth rows to a sum in float64.
class CrossChunk
{
public:
    CrossChunk(Index p, Index q)
        : m_strip(p, kernels::active().panelWidth), m_left(p, kernels::chunkDepth), m_product(p, q)
    {
    }

    void add(const MatrixView &a, const MatrixView &b, MatrixD &sum)
    {
        const Index strip = m_strip.cols();
        for (Index i = 0; i < a.rows(); i += strip) {
            const Index rows = std::min(strip, a.rows() - i);
            kernels::active().pack(a.data() + i * a.outerStride(), a.outerStride(), rows, a.cols(), m_strip.data());
            m_left.middleCols(i, rows) = m_strip.leftCols(rows);
        }
        kernels::PackedRows right(b.cols(), b.rows());
        right.packTransposed(b.data(), b.outerStride());
        kernels::productTransposed(m_left.data(), m_left.cols(), right, m_product.data(), m_product.cols(),
                                   m_product.rows());
        sum += m_product.cast<double>();
    }

private:
    Matrix m_strip, m_left, m_product;
};

} // namespace

kernels::PackedRows packRows(const MatrixView &rows, const RunContext &context)
{
    kernels::PackedRows packed(rows.rows(), rows.cols());
    forBlocks(
        packed.panels(), 16,
        [&](Index begin, Index end) {
            for (Index p = begin; p < end; ++p)
                packed.packPanel(p, rows.data() + p * packed.panelWidth() * rows.outerStride(), rows.outerStride());
        },
        context);
    return packed;
}

Matrix productTransposed(const MatrixView &a, const MatrixView &b, const RunContext &context)
{
    Matrix c(a.rows(), b.rows());
    const kernels::PackedRows right = packRows(b, context);
    forBlocks(
        a.rows(), 240,
        [&](Index begin, Index end) {
            kernels::productTransposed(a.data() + begin * a.outerStride(), a.outerStride(), right,
                                       c.data() + begin * c.cols(), c.cols(), end - begin);
        },
        context);
    return c;
}

MatrixD crossProduct(const MatrixView &a, const MatrixView &b, const RunContext &context)
{
    // Few large partial sums, so that their memory stays small; each is reduced in float32 over short runs of rows.
    const Index blockRows = std::max<Index>(5 * kernels::chunkDepth, (a.rows() + 63) / 64);
    const auto partial = mapBlocks(
        a.rows(), blockRows,
        [&](Index begin, Index end) {
            MatrixD sum = MatrixD::Zero(a.cols(), b.cols());
            CrossChunk chunk(a.cols(), b.cols());
            for (Index i = begin; i < end && !context.cancelled(); i += kernels::chunkDepth) {
                const Index rows = std::min<Index>(kernels::chunkDepth, end - i);
                chunk.add(a.middleRows(i, rows), b.middleRows(i, rows), sum);
            }
            return sum;
        },
        context);
    if (!partial)
        return {};
    MatrixD total = MatrixD::Zero(a.cols(), b.cols());
    for (const MatrixD &sum : *partial)
        total += sum;
    return total;
}

} // namespace anchorscope
