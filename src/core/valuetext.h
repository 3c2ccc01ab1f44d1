// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace anchorscope {

/// Formats a value as the shortest text from which the same number can be read; empty for a missing optional value.
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
inline std::string valueText(const std::pair<std::string, double> &value)
{
    return value.first + "=" + valueText(value.second);
}
template <class Value> std::string valueText(const std::vector<Value> &values)
{
    std::string text;
    for (const Value &value : values)
        text += (text.empty() ? "" : ",") + valueText(value);
    return text;
}

/// Parses a value in the notation of valueText(). Returns false for any other text.
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

template <class Value> bool readValue(std::string_view text, std::optional<Value> &value)
{
    value.reset();
    return text.empty() || readValue(text, value.emplace());
}
inline bool readValue(std::string_view text, std::pair<std::string, double> &value)
{
    const std::size_t end = text.rfind('=');
    value.first = text.substr(0, end);
    return end != std::string_view::npos && readValue(text.substr(end + 1), value.second);
}
template <class Value> bool readValue(std::string_view text, std::vector<Value> &values)
{
    values.clear();
    bool isRead = true;
    while (isRead && !text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        isRead = readValue(text.substr(0, end), values.emplace_back());
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return isRead;
}

} // namespace anchorscope
