// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace anchorscope::test {

/// CRC-32 of zip and PNG.
inline std::uint32_t crc32(std::string_view bytes)
{
    std::uint32_t sum = ~0U;
    for (const char each : bytes) {
        sum ^= static_cast<unsigned char>(each);
        for (int bit = 0; bit < 8; ++bit)
            sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320U : 0);
    }
    return ~sum;
}

} // namespace anchorscope::test
