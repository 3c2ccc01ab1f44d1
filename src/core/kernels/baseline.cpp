// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/isa.h"

#include <immintrin.h>

#define LEVEL baseline

namespace anchorscope::kernels::LEVEL {
namespace {

using Vec = __m128;
constexpr std::ptrdiff_t width = 4;
constexpr std::ptrdiff_t rowStep = 4;

inline Vec load(const float *from)
{
    return _mm_loadu_ps(from);
}
inline void store(float *to, Vec value)
{
    _mm_storeu_ps(to, value);
}
inline Vec spread(float value)
{
    return _mm_set1_ps(value);
}
inline Vec multiplyAdd(Vec a, Vec b, Vec sum)
{
    return sum + a * b;
}
inline Vec larger(Vec a, Vec b)
{
    return a > b ? a : b;
}
inline unsigned lessOrEqual(Vec a, Vec b)
{
    return static_cast<unsigned>(_mm_movemask_ps(_mm_cmple_ps(a, b)));
}

} // namespace
} // namespace anchorscope::kernels::LEVEL

#include "core/kernels/levels.inl"
