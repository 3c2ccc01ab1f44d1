// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/valuetext.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

namespace anchorscope::io {

/// Returns ±infinity or ±0 for a number too large or too small for float32, which std::from_chars does not convert.
inline float outOfRangeNumber(const char *begin, const char *end)
{
    double wide = 0;
    if (std::from_chars(begin, end, wide).ec == std::errc())
        return static_cast<float>(wide);
    const std::string_view text(begin, static_cast<std::size_t>(end - begin));
    const bool tiny = text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos;
    const float size = tiny ? 0.0f : std::numeric_limits<float>::infinity();
    return *begin == '-' ? -size : size;
}

/// Reads a number at the beginning of [begin, end), independent of the locale. Returns its end; null without a number.
inline const char *readNumber(const char *begin, const char *end, float &value)
{
    if (end - begin > 1 && *begin == '+' && begin[1] != '-')
        ++begin;
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error == std::errc::invalid_argument)
        return nullptr;
    if (error == std::errc::result_out_of_range)
        value = outOfRangeNumber(begin, stop);
    return stop;
}

/// Returns the fraction of the numbers of type T in `bytes` that are 0 or have an absolute value between two limits; 0
/// without a number.
template <class T> double shareBetween(std::string_view bytes, double least, double most)
{
    std::size_t usual = 0;
    const std::size_t count = bytes.size() / sizeof(T);
    for (std::size_t i = 0; i < count; ++i) {
        T number{};
        std::memcpy(&number, bytes.data() + i * sizeof(T), sizeof(T));
        const double size = std::abs(static_cast<double>(number));
        usual += size == 0 || (size >= least && size <= most);
    }
    return count > 0 ? static_cast<double>(usual) / static_cast<double>(count) : 0;
}

/// Parses a text that is one whole number in decimal digits; nullopt for any other text.
inline std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    std::int64_t number = 0;
    return readValue(text, number) ? std::optional(number) : std::nullopt;
}

/// True if texts are their positions in the list, counted from `start`: “0”, “1”, “2”.
inline bool areNumbered(const std::vector<std::string> &texts, std::size_t start = 0)
{
    return std::ranges::all_of(texts,
                               [at = start](const std::string &text) mutable { return text == std::to_string(at++); });
}

/// Parses a field that is one number; returns false for any other field.
inline bool readField(std::string_view field, float &value)
{
    const char *end = field.data() + field.size();
    return !field.empty() && readNumber(field.data(), end, value) == end;
}

} // namespace anchorscope::io
