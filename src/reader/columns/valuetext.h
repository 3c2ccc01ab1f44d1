// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/columns/filebytes.h"

#include <string>
#include <string_view>

namespace anchorscope {

/// Units of time; each enumerator is the number of units in a second.
enum class TimeUnit : std::int64_t {
    seconds = 1,
    milliseconds = 1000,
    microseconds = 1000000,
    nanoseconds = 1000000000
};

/// Formats days since 1970-01-01 in ISO 8601: “2024-02-29”.
std::string dateText(std::int64_t days);
/// Formats a date and time: “2024-02-29T12:30:00”, with a fraction of a second unless it is 0, and a Z if `utc`.
std::string timestampText(std::int64_t value, TimeUnit unit, bool utc);
/// Formats a time of day: “12:30:00.5”.
std::string timeText(std::int64_t value, TimeUnit unit);
/// Formats an integer, of up to 16 bytes in two's complement, as a decimal number with `scale` digits after the point.
/// Longer integers are formatted in hexadecimal. `bigEndian`: true for Parquet, false for Arrow.
std::string decimalText(Bytes value, std::int32_t scale, bool bigEndian);
std::string uuidText(Bytes value);
std::string hexadecimal(Bytes value);

/// True if bytes contain no control characters, except zeros at the end.
bool isPlainText(Bytes value);

/// Formats bytes of unknown type as text without padding zeros, or in hexadecimal if they are not text.
std::string bytesText(std::string_view bytes);

} // namespace anchorscope
