// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace anchorscope {

/// The value as on the command line: the shortest text that is read as the same number; empty for an absent one.
template <class Value> std::string valueText(const Value &value)
{
    if constexpr (std::is_same_v<Value, std::string>) {
        return value;
    } else if constexpr (std::is_same_v<Value, double>) {
        std::array<char, 400> text{};
        const bool plain = value == 0 || (std::abs(value) >= 1e-6 && std::abs(value) < 1e15);
        const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                       plain ? std::chars_format::fixed : std::chars_format::scientific)
                             .ptr;
        return {text.data(), end};
    } else {
        return std::to_string(value);
    }
}
template <class Value> std::string valueText(const std::optional<Value> &value)
{
    return value ? valueText(*value) : std::string();
}

/// Reads what valueText() wrote; false for another text.
template <class Value> bool readValue(std::string_view text, Value &value)
{
    if constexpr (std::is_same_v<Value, std::string>) {
        value = text;
        return true;
    } else if constexpr (std::is_same_v<Value, bool>) {
        value = text == "1";
        return value || text == "0";
    } else {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        return error == std::errc() && end == text.data() + text.size();
    }
}

} // namespace anchorscope
