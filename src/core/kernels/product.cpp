// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/product.h"

#include "core/matrix.h"

namespace anchorscope::kernels {

Isa activeIsa() { return Isa::baseline; }

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
    using Stride = Eigen::OuterStride<>;
    const Eigen::Map<const Matrix, 0, Stride> left(a, rows, depth, Stride(lda));
    const Eigen::Map<const Matrix, 0, Stride> right(b, columns, depth, Stride(ldb));
    Eigen::Map<Matrix, 0, Stride>(c, rows, columns, Stride(ldc)).noalias() = left * right.transpose();
}

} // namespace anchorscope::kernels
