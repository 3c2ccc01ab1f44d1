// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>

namespace anchorscope {

/// Converts IEEE binary16 to binary32, exactly for every value; HDF5's own conversion is many times slower.
inline float halfToFloat(std::uint16_t half)
{
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000u) << 16;
    const std::uint32_t magnitude = static_cast<std::uint32_t>(half & 0x7fffu) << 13;
    // Interpreted as binary32, the bits have an exponent that is too small by 112; a multiplication corrects it, also
    // for subnormal numbers.
    const float scaled = std::bit_cast<float>(magnitude) * 0x1p112f;
    const std::uint32_t special = magnitude >= (0x7c00u << 13) ? 0x7f800000u : 0u; // exponent bits of ±Inf and NaN
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) | special | sign);
}

/// Converts bfloat16, the upper half of a binary32, exactly for every value.
inline float bfloatToFloat(std::uint16_t upper)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(upper) << 16);
}

/// A binary16 number among values of other types; it becomes a binary32 wherever it is used.
struct Half
{
    std::uint16_t bits;
    operator float() const { return halfToFloat(bits); }
};

/// Rounds a binary32 to the nearest binary16, ties to even; too large numbers become ±Inf.
inline std::uint16_t floatToHalf(float value)
{
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000u);
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u)
        return static_cast<std::uint16_t>(sign | 0x7e00u);
    if (magnitude >= 0x47800000u) // values from 65536 on become infinite
        return static_cast<std::uint16_t>(sign | 0x7c00u);
    if (magnitude < 0x38800000u) { // values below 2^-14: adding 0.5 leaves the bits of the subnormal number, rounded,
                                   // at the end
        const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
        return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3f000000u));
    }
    const std::uint32_t odd = (magnitude >> 13) & 1u;
    return static_cast<std::uint16_t>(sign | ((magnitude - 0x38000000u + 0xfffu + odd) >> 13));
}

} // namespace anchorscope
