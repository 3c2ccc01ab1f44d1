// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace anchorscope {

/// A stretch of time, in seconds since 1970-01-01 UTC: from `first` to just before `end`.
struct DateSpan
{
    double first = 0, end = 0;
};

/// Span of an ISO 8601 date: a year, month, day, minute or second (“2024”, “2024-05”, “2024-05-17”, “2024-05-17T12:30”,
/// “2024-05-17 12:30:05.5Z”). An offset is applied (“+02:00”); without one the time is UTC. Nullopt if the text is not
/// a date, or the day does not exist.
std::optional<DateSpan> dateSpan(std::string_view text);

/// Formats the day of a second (since 1970-01-01 UTC), as “2024-05-17”.
std::string dayText(double seconds);

} // namespace anchorscope
