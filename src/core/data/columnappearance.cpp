// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/columnappearance.h"

#include "core/plaintext.h"

#include <array>
#include <charconv>
#include <cmath>

namespace anchorscope {

namespace {

constexpr std::size_t maxChoices = 1 << 16; // maximum number of coloured or hidden values of a column

/// Escapes tabs, line breaks, zero bytes and %, as in “%09”.
std::string escaped(std::string_view text)
{
    std::string result;
    for (const char letter : text) {
        if (letter == '%' || letter == '\t' || letter == '\n' || letter == '\0') {
            result.append("%").append(hexText(static_cast<unsigned char>(letter), 2));
        } else {
            result.push_back(letter);
        }
    }
    return result;
}

std::string unescaped(std::string_view text)
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned code = 0;
        const bool coded =
            text[i] == '%' && i + 2 < text.size() &&
            std::from_chars(text.data() + i + 1, text.data() + i + 3, code, 16).ptr == text.data() + i + 3;
        result.push_back(coded ? static_cast<char>(code) : text[i]);
        i += coded ? 2 : 0;
    }
    return result;
}

std::string exact(double number)
{
    std::array<char, 32> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

/// Removes the text before the next separator, and the separator, from `text`. Returns the removed text.
std::string_view takePart(std::string_view &text, char separator)
{
    const std::size_t end = text.find(separator);
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return part;
}

template <class Number, class... Base> std::optional<Number> whole(std::string_view text, Base... base)
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base...);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

void readChoice(std::string_view what, std::string_view rest, ColumnAppearance &appearance)
{
    constexpr std::uint32_t white = 0xffffff;
    const std::string_view first = takePart(rest, '\t');
    if (what == "hidden") {
        appearance.hidden.insert(unescaped(first));
    } else if (what == "colour") {
        if (const auto colour = whole<std::uint32_t>(rest, 16); colour && *colour <= white)
            appearance.colours[unescaped(first)] = *colour;
    } else if (what == "range") {
        const auto low = whole<double>(first), high = whole<double>(rest);
        if (low && high && std::isfinite(*low) && std::isfinite(*high) && *low < *high)
            appearance.range = {*low, *high};
    }
}

} // namespace

std::string appearanceText(const ColumnAppearances &appearances)
{
    std::string text;
    const auto line = [&text](std::string_view column, std::string_view what) -> std::string & {
        return text.append(text.empty() ? "" : "\n").append(escaped(column)).append("\t").append(what).append("\t");
    };
    for (const auto &[column, appearance] : appearances) {
        if (appearance.range)
            line(column, "range")
                .append(exact(appearance.range->low))
                .append("\t")
                .append(exact(appearance.range->high));
        for (const auto &[value, colour] : appearance.colours) {
            line(column, "colour").append(escaped(value)).append("\t").append(hexText(colour & 0xffffffU, 6));
        }
        for (const std::string &value : appearance.hidden)
            line(column, "hidden").append(escaped(value));
    }
    return text;
}

ColumnAppearances readAppearances(std::string_view text)
{
    ColumnAppearances appearances;
    while (!text.empty()) {
        std::string_view line = takePart(text, '\n');
        ColumnAppearance &appearance = appearances[unescaped(takePart(line, '\t'))];
        const std::string_view what = takePart(line, '\t');
        if (appearance.hidden.size() + appearance.colours.size() < maxChoices)
            readChoice(what, line, appearance);
    }
    std::erase_if(appearances, [](const auto &appearance) { return appearance.second.isPlain(); });
    return appearances;
}

} // namespace anchorscope
