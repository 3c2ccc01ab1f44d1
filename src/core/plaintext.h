// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>

/// Functions for text that do not depend on the locale, unlike std::to_string, printf, streams and std::tolower.
namespace anchorscope {

/// Formats a number with the fewest digits from which the same float64 can be read: "0.1", "1e+300", "nan".
std::string numberText(double value);
/// Like numberText(double), with the fewest digits from which the same float32 can be read.
std::string numberText(float value);
/// Formats a number like printf's %.*f: "60.0" with one decimal.
std::string fixedText(double value, int decimals);
/// Formats a number like printf's %.*g: "0.123" or "1.23e+06" with three digits.
std::string roundedText(double value, int digits);

/// Formats an integer with at least `digits` characters, filled up with zeros: "007". A minus sign counts as one.
std::string paddedText(std::int64_t value, int digits);
std::string hexText(std::uint64_t value, int digits);
/// Formats a number with its noun: “1 item”, “200 items”, “2 classes”. `many`: the plural, if it is not made with s.
std::string counted(std::int64_t number, std::string_view one, std::string_view many = {});

/// Converts the letters A–Z to lower case; other bytes are unchanged.
std::string toLower(std::string_view text);
constexpr bool isLetterOrDigit(char each)
{
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9');
}

/// Joins texts, characters and whole numbers, which are formatted in decimal: sentence("found ", 3, " rows").
template <class... Parts> std::string sentence(const Parts &...parts)
{
    std::string text;
    const auto add = [&text](const auto &part) {
        using Part = std::decay_t<decltype(part)>;
        if constexpr (std::is_integral_v<Part> && !std::is_same_v<Part, char>)
            text += std::to_string(part);
        else
            text += part;
    };
    (add(parts), ...);
    return text;
}

/// Joins texts or whole numbers, each of which textOf() may take from an element: “a, b, c”.
template <class Elements, class TextOf = std::identity>
std::string joinedText(const Elements &elements, std::string_view separator = ", ", TextOf textOf = {})
{
    std::string text;
    std::string_view before;
    for (const auto &each : elements) {
        text += sentence(before, std::invoke(textOf, each));
        before = separator;
    }
    return text;
}

} // namespace anchorscope
