// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>

namespace anchorscope {

/// Converts binary16 to binary32 without rounding; HDF5's own conversion is many times slower.
inline float halfToFloat(std::uint16_t half)
{
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000u) << 16;
    const std::uint32_t magnitude = static_cast<std::uint32_t>(half & 0x7fffu) << 13;
    // Exponent biases are 15 in binary16 and 127 in binary32: × 2¹¹² corrects them, also for subnormal numbers.
    const float scaled = std::bit_cast<float>(magnitude) * 0x1p112f;
    // exponent bits that binary32 has for ±Inf and NaN
    const std::uint32_t special = magnitude >= (0x7c00u << 13) ? 0x7f800000u : 0u;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) | special | sign);
}

/// A number of type bfloat16, which is the upper half of a binary32; converts to float implicitly, without rounding.
struct BrainFloat
{
    std::uint16_t bits;
    operator float() const { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }
};

/// A number of type binary16, as the element type of arrays in template code; converts to float implicitly.
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
    if (magnitude >= 0x47800000u) // values from 65536 on exceed the range of binary16 and become infinite
        return static_cast<std::uint16_t>(sign | 0x7c00u);
    // A number below 2⁻¹⁴ becomes subnormal: adding 0.5 rounds it, and the last bits of the sum are the binary16.
    if (magnitude < 0x38800000u) {
        const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
        return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3f000000u));
    }
    const std::uint32_t odd = (magnitude >> 13) & 1u;
    return static_cast<std::uint16_t>(sign | ((magnitude - 0x38000000u + 0xfffu + odd) >> 13));
}

} // namespace anchorscope
