// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/isa.h"

#include <cstring>
#ifdef __x86_64__
#include <immintrin.h>
#endif

#define LEVEL baseline

namespace anchorscope::kernels::LEVEL {
namespace {

// Vector of four floats, which the compiler maps to SSE, NEON or other instructions.
using Vec = float __attribute__((vector_size(16)));
constexpr std::ptrdiff_t width = 4;
constexpr std::ptrdiff_t rowStep = 4;

inline Vec load(const float *from)
{
    Vec value;
    std::memcpy(&value, from, sizeof value);
    return value;
}
inline void store(float *to, Vec value)
{
    std::memcpy(to, &value, sizeof value);
}
inline Vec spread(float value)
{
    return Vec{value, value, value, value};
}
inline Vec multiplyAdd(Vec a, Vec b, Vec sum)
{
    return sum + a * b;
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
#ifdef __x86_64__
    return static_cast<unsigned>(_mm_movemask_ps(_mm_cmple_ps(a, b)));
#else
    const auto below = a <= b; // result of comparing each element of two vectors: −1 if true, otherwise 0
    return static_cast<unsigned>((below[0] & 1) | (below[1] & 2) | (below[2] & 4) | (below[3] & 8));
#endif
}

} // namespace
} // namespace anchorscope::kernels::LEVEL

#include "core/kernels/levels.inl"
