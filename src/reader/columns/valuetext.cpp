// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/columns/valuetext.h"

#include <algorithm>

namespace anchorscope {

namespace {

std::string padded(std::int64_t value, std::size_t digits)
{
    std::string text = std::to_string(value < 0 ? -value : value);
    if (text.size() < digits)
        text.insert(0, digits - text.size(), '0');
    return (value < 0 ? "-" : "") + text;
}

/// Formats days since 1970-01-01 as a date (H. Hinnant, “chrono-Compatible Low-Level Date Algorithms”).
std::string civil(std::int64_t days)
{
    const std::int64_t shifted = days + 719468;
    const std::int64_t era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
    const std::int64_t ofEra = shifted - era * 146097;
    const std::int64_t year = (ofEra - ofEra / 1460 + ofEra / 36524 - ofEra / 146096) / 365;
    const std::int64_t ofYear = ofEra - (365 * year + year / 4 - year / 100);
    const std::int64_t month = (5 * ofYear + 2) / 153;
    const std::int64_t day = ofYear - (153 * month + 2) / 5 + 1;
    const std::int64_t number = month < 10 ? month + 3 : month - 9;
    return padded(year + era * 400 + (number <= 2), 4) + '-' + padded(number, 2) + '-' + padded(day, 2);
}

std::string clock(std::int64_t value, std::int64_t perSecond)
{
    const std::int64_t seconds = value / perSecond, rest = value % perSecond;
    std::string text = padded(seconds / 3600, 2) + ':' + padded(seconds / 60 % 60, 2) + ':' + padded(seconds % 60, 2);
    if (rest != 0) {
        std::string fraction = padded(rest, std::to_string(perSecond).size() - 1);
        text += '.' + fraction.substr(0, fraction.find_last_not_of('0') + 1);
    }
    return text;
}

} // namespace

std::string dateText(std::int64_t days)
{
    // Maximum days to format as a date; larger numbers could overflow.
    constexpr std::int64_t maximum = std::int64_t{1} << 40;
    return days > -maximum && days < maximum ? civil(days) : std::to_string(days);
}

std::string timestampText(std::int64_t value, TimeUnit unit, bool utc)
{
    const auto perSecond = static_cast<std::int64_t>(unit);
    const std::int64_t perDay = perSecond * 86400;
    const std::int64_t days = value / perDay - (value % perDay < 0);
    return dateText(days) + 'T' + clock(value - days * perDay, perSecond) + (utc ? "Z" : "");
}

std::string timeText(std::int64_t value, TimeUnit unit)
{
    return value < 0 ? std::to_string(value) : clock(value, static_cast<std::int64_t>(unit));
}

std::string decimalText(Bytes value, std::int32_t scale, bool bigEndian)
{
    __extension__ using Wide = unsigned __int128;
    if (value.empty() || value.size() > sizeof(Wide) || scale < 0 || scale > 38)
        return hexadecimal(value);
    const auto byteAt = [&](std::size_t i) {
        return static_cast<unsigned>(value[bigEndian ? i : value.size() - 1 - i]);
    };
    Wide number = byteAt(0) & 0x80U ? ~Wide{0} : Wide{0};
    for (std::size_t i = 0; i < value.size(); ++i)
        number = number << 8 | byteAt(i);
    const bool negative = (byteAt(0) & 0x80U) != 0;
    if (negative)
        number = ~number + 1;
    std::string digits;
    for (; number != 0; number /= 10)
        digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(number % 10)));
    const auto behind = static_cast<std::size_t>(scale);
    if (digits.size() <= behind)
        digits.insert(0, behind + 1 - digits.size(), '0');
    if (behind > 0)
        digits.insert(digits.size() - behind, ".");
    return (negative ? "-" : "") + digits;
}

std::string hexadecimal(Bytes value)
{
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const std::byte each : value) {
        text += digits[static_cast<unsigned>(each) >> 4];
        text += digits[static_cast<unsigned>(each) & 15];
    }
    return text;
}

std::string uuidText(Bytes value)
{
    std::string text = hexadecimal(value);
    if (text.size() == 32) {
        for (const std::size_t at : {20U, 16U, 12U, 8U})
            text.insert(at, "-");
    }
    return text;
}

bool isPlainText(Bytes value)
{
    while (!value.empty() && value.back() == std::byte{0})
        value = value.first(value.size() - 1);
    return std::ranges::none_of(value, [](std::byte each) {
        const auto letter = static_cast<unsigned char>(each);
        return letter < 0x20 && letter != '\t' && letter != '\n' && letter != '\r';
    });
}

std::string bytesText(std::string_view bytes)
{
    const Bytes value = std::as_bytes(std::span(bytes));
    return isPlainText(value) ? std::string(bytes.substr(0, bytes.find_last_not_of('\0') + 1)) : hexadecimal(value);
}

} // namespace anchorscope
