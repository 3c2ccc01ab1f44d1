// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace anchorscope {

/// Interval of time in seconds since 1970-01-01 UTC: `first` is included, `end` is not.
struct DateSpan
{
    double first = 0, end = 0;
};

/// Interval of time that an ISO 8601 date describes: a year, month, day, minute or second (“2024”, “2024-05”,
/// “2024-05-17”, “2024-05-17T12:30”, “2024-05-17 12:30:05.5Z”). An offset from UTC is applied (“+02:00”); without one
/// the time is UTC. Nullopt if the text is not a date, or the day does not exist.
std::optional<DateSpan> dateSpan(std::string_view text);

/// Formats the day that contains the given second (since 1970-01-01 UTC) as “2024-05-17”.
std::string dayText(double seconds);

} // namespace anchorscope
