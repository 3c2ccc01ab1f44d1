// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/product.h"

#include "core/kernels/product.h"
#include "core/parallel.h"

namespace anchorscope {

Matrix productTransposed(const MatrixView &a, const MatrixView &b, const RunContext &context)
{
    Matrix c(a.rows(), b.rows());
    forBlocks(
        a.rows(), 256,
        [&](Index begin, Index end) {
            kernels::productTransposed(a.data() + begin * a.outerStride(), a.outerStride(), b.data(), b.outerStride(),
                                       c.data() + begin * c.cols(), c.cols(), end - begin, b.rows(), a.cols());
        },
        context);
    return c;
}

MatrixD crossProduct(const MatrixView &a, const MatrixView &b, const RunContext &context)
{
    // Few large partial sums, so that their memory stays small; each is reduced in float32 over short runs of rows.
    const Index blockRows = std::max<Index>(2048, (a.rows() + 63) / 64);
    const auto partial = mapBlocks(
        a.rows(), blockRows,
        [&](Index begin, Index end) {
            MatrixD sum = MatrixD::Zero(a.cols(), b.cols());
            Matrix chunk(a.cols(), b.cols());
            for (Index i = begin; i < end && !context.cancelled(); i += 256) {
                const Index rows = std::min<Index>(256, end - i);
                const Matrix at = a.middleRows(i, rows).transpose();
                const Matrix bt = b.middleRows(i, rows).transpose();
                kernels::productTransposed(at.data(), rows, bt.data(), rows, chunk.data(), b.cols(), a.cols(), b.cols(),
                                           rows);
                sum += chunk.cast<double>();
            }
            return sum;
        },
        context);
    if (context.cancelled())
        return {};
    MatrixD total = MatrixD::Zero(a.cols(), b.cols());
    for (const MatrixD &sum : partial)
        total += sum;
    return total;
}

} // namespace anchorscope
