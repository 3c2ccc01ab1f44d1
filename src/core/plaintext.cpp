// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plaintext.h"

#include <array>
#include <charconv>
#include <limits>

namespace anchorscope {

namespace {

template <class Number, class... Format> std::string text(Number value, Format... format)
{
    // The longest text has all digits of the greatest number of the type, and 40 characters for sign and decimals.
    std::array<char, std::numeric_limits<Number>::max_exponent10 + 40> digits{};
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value, format...);
    return {digits.data(), written.ptr};
}

std::string filledUp(std::string digits, int minimum, std::size_t sign)
{
    if (std::ssize(digits) < minimum)
        digits.insert(sign, static_cast<std::size_t>(minimum) - digits.size(), '0');
    return digits;
}

} // namespace

std::string numberText(double value)
{
    return text(value);
}

std::string numberText(float value)
{
    return text(value);
}

std::string fixedText(double value, int decimals)
{
    return text(value, std::chars_format::fixed, decimals);
}

std::string roundedText(double value, int digits)
{
    return text(value, std::chars_format::general, digits);
}

std::string paddedText(std::int64_t value, int digits)
{
    return filledUp(std::to_string(value), digits, value < 0);
}

std::string hexText(std::uint64_t value, int digits)
{
    std::array<char, 16> written{};
    const auto end = std::to_chars(written.data(), written.data() + written.size(), value, 16).ptr;
    return filledUp({written.data(), end}, digits, 0);
}

std::string counted(std::int64_t number, std::string_view one, std::string_view many)
{
    const std::string usual = sentence(one, one.ends_with('s') ? "es" : "s");
    return sentence(number, ' ', number == 1 ? one : many.empty() ? usual : many);
}

std::string toLower(std::string_view text)
{
    std::string lower(text);
    for (char &each : lower) {
        if (each >= 'A' && each <= 'Z')
            each = static_cast<char>(each - 'A' + 'a');
    }
    return lower;
}

} // namespace anchorscope
