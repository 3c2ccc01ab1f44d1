// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/isa.h"

#include <immintrin.h>

#define LEVEL v3

namespace anchorscope::kernels::LEVEL {
namespace {

using Vec = __m256;
constexpr std::ptrdiff_t width = 8;
constexpr std::ptrdiff_t rowStep = 6;

inline Vec load(const float *from)
{
    return _mm256_loadu_ps(from);
}
inline void store(float *to, Vec value)
{
    _mm256_storeu_ps(to, value);
}
inline Vec spread(float value)
{
    return _mm256_set1_ps(value);
}
inline Vec multiplyAdd(Vec a, Vec b, Vec sum)
{
    return _mm256_fmadd_ps(a, b, sum);
}
inline Vec larger(Vec a, Vec b)
{
    return a > b ? a : b;
}
inline Vec smaller(Vec a, Vec b)
{
    return a < b ? a : b;
}
inline unsigned lessOrEqual(Vec a, Vec b)
{
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LE_OQ)));
}

} // namespace
} // namespace anchorscope::kernels::LEVEL

#include "core/kernels/levels.inl"
