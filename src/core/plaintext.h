// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Text that is the same in every locale: std::to_string, printf and streams write the decimal comma of the desktop's
/// language, and std::tolower has no small I in Turkish.
namespace anchorscope {

/// The fewest digits that bring the same float64 back: "0.1", "1e+300", "nan".
std::string numberText(double value);
/// As printf's %.*f: "60.0" with one decimal.
std::string fixedText(double value, int decimals);
/// As printf's %.*g: "0.123" or "1.23e+06" with three digits.
std::string roundedText(double value, int digits);

/// At least `digits` digits, filled up with zeros: "007", or "00ff" of base 16; a minus sign counts as one.
std::string paddedText(std::int64_t value, int digits);
std::string hexText(std::uint64_t value, int digits);

/// A to Z as a to z, all other bytes unchanged.
std::string lowered(std::string_view text);
/// ASCII letters and digits.
constexpr bool isLetterOrDigit(char each)
{
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9');
}

} // namespace anchorscope
