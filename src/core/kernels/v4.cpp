// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/isa.h"

#include <immintrin.h>

#define LEVEL v4

namespace anchorscope::kernels::LEVEL {
namespace {

using Vec = __m512;
constexpr std::ptrdiff_t width = 16;
constexpr std::ptrdiff_t rowStep = 12;

inline Vec load(const float *from)
{
    return _mm512_loadu_ps(from);
}
inline void store(float *to, Vec value)
{
    _mm512_storeu_ps(to, value);
}
inline Vec spread(float value)
{
    return _mm512_set1_ps(value);
}
inline Vec multiplyAdd(Vec a, Vec b, Vec sum)
{
    return _mm512_fmadd_ps(a, b, sum);
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
    return _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ);
}

} // namespace
} // namespace anchorscope::kernels::LEVEL

#include "core/kernels/levels.inl"
