// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace anchorscope::kernels {

/// Instruction-set levels of x86-64 that the hot loops are compiled for. Results are bitwise reproducible per level.
enum class Isa { baseline, v3, v4 };

/// The level in use: the best one the processor has, or the one forced by ANCHORSCOPE_ISA=baseline|v3|v4.
Isa activeIsa();
const char *isaName(Isa isa);

/// c (rows × columns, leading dimension ldc) = a (rows × depth, lda) · bᵀ (b: columns × depth, ldb), all row-major
/// float32. One thread. Every entry is summed in an order that depends on depth alone, so equal rows give equal
/// results wherever they stand.
void productTransposed(const float *a, std::ptrdiff_t lda, const float *b, std::ptrdiff_t ldb, float *c,
                       std::ptrdiff_t ldc, std::ptrdiff_t rows, std::ptrdiff_t columns, std::ptrdiff_t depth);

} // namespace anchorscope::kernels
