// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace anchorscope {

/// Interval of time [first, end) in seconds since 1970-01-01 UTC.
struct DateSpan
{
    double first = 0, end = 0;
};

/// Interval of an ISO 8601 year, month, day, minute or second: “2024”, “2024-05”, “2024-05-17”, “2024-05-17T12:30”,
/// “2024-05-17 12:30:05.5Z”. A time without offset (“+02:00”) is UTC. Nullopt if the text is not a valid date.
std::optional<DateSpan> dateSpan(std::string_view text);

/// Formats the day that contains the given second (since 1970-01-01 UTC) as “2024-05-17”.
std::string dayText(double seconds);

} // namespace anchorscope
