// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dates.h"

#include "core/plaintext.h"

#include <charconv>
#include <chrono>
#include <cmath>

namespace anchorscope {

namespace {

constexpr double secondsOfDay = 86400, secondsOfMinute = 60;

/// Reads a number of exactly `digits` digits and removes it from the text; nullopt if missing or above `maximum`.
std::optional<int> takeDigits(std::string_view &text, std::size_t digits, int maximum)
{
    int number = 0;
    if (text.size() < digits || text.substr(0, digits).find_first_not_of("0123456789") != std::string_view::npos)
        return std::nullopt;
    std::from_chars(text.data(), text.data() + digits, number);
    text.remove_prefix(digits);
    return number <= maximum ? std::optional(number) : std::nullopt;
}

bool take(std::string_view &text, std::string_view any)
{
    const bool there = !text.empty() && any.find(text.front()) != std::string_view::npos;
    text.remove_prefix(there ? 1 : 0);
    return there;
}

/// Offset of a time from UTC in seconds, positive if the clock is ahead of UTC: “”, “Z”, “+02:00”, “-0330” or “+02”.
std::optional<double> takeOffset(std::string_view text)
{
    if (text.empty() || text == "Z" || text == "z")
        return 0.0;
    const double sign = text.front() == '-' ? -1 : 1;
    if (!take(text, "+-"))
        return std::nullopt;
    const auto hours = takeDigits(text, 2, 23);
    take(text, ":");
    const auto minutes = text.empty() ? std::optional(0) : takeDigits(text, 2, 59);
    if (!hours || !minutes || !text.empty())
        return std::nullopt;
    return sign * (*hours * 60 + *minutes) * secondsOfMinute;
}

/// Parses the time after a date. `day`: start of the day in seconds since 1970-01-01 UTC.
std::optional<DateSpan> timeOfDay(std::string_view text, double day)
{
    const auto hour = takeDigits(text, 2, 23);
    if (!hour || !take(text, ":"))
        return std::nullopt;
    const auto minute = takeDigits(text, 2, 59);
    if (!minute)
        return std::nullopt;
    DateSpan span{day + (*hour * 60 + *minute) * secondsOfMinute, 0};
    double length = secondsOfMinute;
    if (take(text, ":")) {
        const auto second = takeDigits(text, 2, 60);
        if (!second)
            return std::nullopt;
        span.first += *second;
        length = 1;
        if (take(text, ".,")) {
            const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
            for (std::size_t i = 0; i < digits; ++i)
                span.first += (text[i] - '0') * std::pow(10.0, -static_cast<double>(i) - 1);
            text.remove_prefix(digits);
        }
    }
    const auto offset = takeOffset(text);
    if (!offset)
        return std::nullopt;
    span.first -= *offset;
    span.end = span.first + length;
    return span;
}

double secondsOf(std::chrono::year_month_day day)
{
    return static_cast<double>(std::chrono::sys_days(day).time_since_epoch().count()) * secondsOfDay;
}

} // namespace

std::optional<DateSpan> dateSpan(std::string_view text)
{
    using namespace std::chrono;
    while (take(text, " \t")) {
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    const auto yearNumber = takeDigits(text, 4, 9999);
    if (!yearNumber)
        return std::nullopt;
    const year y(*yearNumber);
    if (text.empty())
        return DateSpan{secondsOf(y / January / 1), secondsOf((y + years(1)) / January / 1)};
    const auto monthNumber = take(text, "-") ? takeDigits(text, 2, 12) : std::nullopt;
    if (!monthNumber || *monthNumber == 0)
        return std::nullopt;
    const year_month ym = y / month(static_cast<unsigned>(*monthNumber));
    if (text.empty())
        return DateSpan{secondsOf(ym / 1), secondsOf((ym + months(1)) / 1)};
    const auto dayNumber = take(text, "-") ? takeDigits(text, 2, 31) : std::nullopt;
    const year_month_day ymd = ym / day(static_cast<unsigned>(dayNumber.value_or(0)));
    if (!dayNumber || !ymd.ok())
        return std::nullopt;
    const double begin = secondsOf(ymd);
    if (text.empty())
        return DateSpan{begin, begin + secondsOfDay};
    return take(text, "T ") ? timeOfDay(text, begin) : std::nullopt;
}

std::string dayText(double seconds)
{
    using namespace std::chrono;
    // greatest absolute time of a date in seconds, about 10 000 years before or after 1970
    constexpr double farthest = 4e11;
    if (!(std::abs(seconds) < farthest))
        return {};
    const year_month_day day(sys_days(days(static_cast<long>(std::floor(seconds / secondsOfDay)))));
    return paddedText(static_cast<int>(day.year()), 4) + '-' + paddedText(static_cast<unsigned>(day.month()), 2) + '-' +
           paddedText(static_cast<unsigned>(day.day()), 2);
}

} // namespace anchorscope
