// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/product.h"

#include "core/matrix.h"

namespace anchorscope::kernels {

Isa activeIsa()
{
    return Isa::baseline;
}

const char *isaName(Isa isa)
{
    switch (isa) {
    case Isa::baseline:
        return "baseline";
    case Isa::v3:
        return "v3";
    case Isa::v4:
        return "v4";
    }
    return "";
}

void productTransposed(const float *a, std::ptrdiff_t lda, const float *b, std::ptrdiff_t ldb, float *c,
                       std::ptrdiff_t ldc, std::ptrdiff_t rows, std::ptrdiff_t columns, std::ptrdiff_t depth)
{
    // Eigen sums the last few rows and columns in another order, so both are padded to full register tiles.
    using Stride = Eigen::OuterStride<>;
    constexpr std::ptrdiff_t fullTile = 48;
    const auto padded = [&](const float *values, std::ptrdiff_t stride, std::ptrdiff_t count) {
        Matrix full = Matrix::Zero((count + fullTile - 1) / fullTile * fullTile, depth);
        full.topRows(count) = Eigen::Map<const Matrix, 0, Stride>(values, count, depth, Stride(stride));
        return full;
    };
    const Matrix product = padded(a, lda, rows) * padded(b, ldb, columns).transpose();
    Eigen::Map<Matrix, 0, Stride>(c, rows, columns, Stride(ldc)) = product.topLeftCorner(rows, columns);
}

} // namespace anchorscope::kernels
