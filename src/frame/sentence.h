// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <type_traits>

namespace anchorscope {

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

} // namespace anchorscope
