// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/columns/filebytes.h"

#include <string>

namespace anchorscope {

/// Values of a unit in a second.
enum class TimeUnit : std::int64_t {
    seconds = 1,
    milliseconds = 1000,
    microseconds = 1000000,
    nanoseconds = 1000000000
};

/// ISO 8601: “2024-02-29”. `days`: since 1970-01-01.
std::string dateText(std::int64_t days);
/// “2024-02-29T12:30:00”, with a fraction if it is not 0, and a Z if `utc`.
std::string timestampText(std::int64_t value, TimeUnit unit, bool utc);
/// “12:30:00.5”
std::string timeText(std::int64_t value, TimeUnit unit);
/// An integer of up to 16 bytes in two's complement with `scale` digits after the point. `bigEndian` for Parquet,
/// little-endian for Arrow. Longer ones in hexadecimal.
std::string decimalText(Bytes value, std::int32_t scale, bool bigEndian);
/// “123e4567-e89b-12d3-a456-426614174000”
std::string uuidText(Bytes value);
/// “00ff”
std::string hexadecimal(Bytes value);

/// Whether bytes without a type are text: no control characters.
bool isPlainText(Bytes value);

/// Whether bytes without a type are float32 as vectors hold them: 8 or more bytes, a multiple of 4, every number
/// finite and 0 or of a size between 2^-60 and 2^40. Random bytes and texts pass with a chance of 0.4 for each number,
/// so several rows have to be asked.
bool looksLikeFloats(Bytes value);

} // namespace anchorscope
