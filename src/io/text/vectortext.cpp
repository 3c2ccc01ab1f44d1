// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/text/vectortext.h"

#include "io/text/base64vector.h"
#include "io/text/textnumber.h"

#include <algorithm>
#include <optional>

namespace anchorscope::io {

std::string_view withoutBlanks(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

namespace {

constexpr std::string_view between = ",;| \t\r\n";

/// Removes the call or type around a list: “array([…], dtype=float32)”, “tensor([…])”, Julia's “Float32[…]”.
std::string_view withoutCall(std::string_view field)
{
    const std::size_t open = field.find('['), close = field.rfind(']');
    if (open == 0 || close == std::string_view::npos || open > close)
        return field;
    const std::string_view name = withoutBlanks(field.substr(0, open));
    const bool call = name.size() > 1 && name.find_first_of(" \t,;(") == name.size() - 1 && field.ends_with(')') &&
                      name.ends_with('(');
    return call || name == "Float32" || name == "Float64" ? field.substr(open, close + 1 - open) : field;
}

/// Removes a number such as “np.float32(0.5)” from the beginning of the text; NumPy 2 prints lists in this notation.
bool takeScalar(std::string_view &text, float &value)
{
    for (const std::string_view name : {"np.float32(", "np.float64(", "np.float16("}) {
        if (!text.starts_with(name))
            continue;
        const std::size_t close = text.find(')');
        if (close == std::string_view::npos || !readField(text.substr(name.size(), close - name.size()), value))
            return false;
        text.remove_prefix(close + 1);
        return true;
    }
    return false;
}

/// Returns the text between the brackets of a list, “1, 2” for both “[1, 2]” and “[[1, 2]]”; a null view for a text
/// without brackets.
std::string_view inside(std::string_view field)
{
    field = withoutCall(withoutBlanks(field));
    while (field.starts_with("[[") && field.ends_with("]]") && field.find(']') + 2 == field.size())
        field = withoutBlanks(field.substr(1, field.size() - 2));
    for (const std::string_view pair : {"[]", "{}", "()"}) {
        if (field.size() > 1 && field.front() == pair[0] && field.back() == pair[1])
            return withoutBlanks(field.substr(1, field.size() - 2));
    }
    return {};
}

/// Returns the text without surrounding blanks if it is a list of four or more fractions; otherwise a null view.
std::string_view bare(std::string_view field)
{
    constexpr std::string_view written = "+-0123456789.eE,;| \t\r\n";
    constexpr std::ptrdiff_t fewest = 4;
    field = withoutBlanks(field);
    const bool fractions = std::ranges::count(field, '.') >= fewest;
    return fractions && field.find_first_not_of(written) == std::string_view::npos ? field : std::string_view();
}

/// True if a character separates the numbers of a vector. The search functions of std::string_view are avoided, because
/// they call memchr for each character, which took a fifth of the time of reading JSON lines.
bool isBetween(char each)
{
    bool found = false;
    for (const char one : between)
        found = found || each == one;
    return found;
}

bool takeNumber(std::string_view &text, float &value)
{
    const char *end = text.data() + text.size();
    const char *stop = readNumber(text.data(), end, value);
    if (stop)
        text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    if ((!stop && !takeScalar(text, value)) || (!text.empty() && !isBetween(text[0])))
        return false;
    const auto next = static_cast<std::size_t>(std::ranges::find_if_not(text, isBetween) - text.begin());
    const auto isSign = [](char each) { return each == ',' || each == ';' || each == '|'; };
    if (std::ranges::count_if(text.substr(0, next), isSign) > (next < text.size() ? 1 : 0))
        return false; // two consecutive commas, semicolons or bars, or one at the end, are not valid
    text.remove_prefix(next);
    return true;
}

/// Appends the numbers of a text to `values`; nullopt, with `values` unchanged, if the text contains anything else.
std::optional<Index> takeNumbers(std::string_view text, std::vector<float> &values)
{
    const std::size_t before = values.size();
    float value = 0;
    while (!text.empty()) {
        if (!takeNumber(text, value)) {
            values.resize(before);
            return std::nullopt;
        }
        values.push_back(value);
    }
    return static_cast<Index>(values.size() - before);
}

} // namespace

bool isVectorText(std::string_view field)
{
    std::string_view text = inside(field);
    float value = 0;
    if (text.data())
        return takeNumber(text, value) && !text.empty() && takeNumber(text, value);
    std::vector<float> values;
    text = bare(field);
    return text.data() ? takeNumbers(text, values).has_value() : appendBase64(field, values) > 1;
}

bool isListText(std::string_view field, std::vector<float> &numbers)
{
    numbers.clear();
    const std::string_view text = inside(field).data() ? inside(field) : bare(field);
    return text.data() ? takeNumbers(text, numbers).has_value() : appendBase64(field, numbers) > 0;
}

bool isNestedText(std::string_view field)
{
    const bool list = field.size() > 2 && field.starts_with("[[") && // a number must follow, unlike in “[[Paris]] is …”
                      std::string_view("[]-.0123456789").find(field[2]) != std::string_view::npos &&
                      inside(field).find('[') != std::string_view::npos;
    return list || field.starts_with("[{…}");
}

bool hasJoinedNumber(std::string_view word)
{
    const std::size_t begin = word.find_last_of(":=,;| \t[(") + 1;
    float value = 0;
    return begin > 1 && begin < word.size() && word.find('.', begin) != std::string_view::npos &&
           readField(word.substr(begin), value);
}

Index appendVector(std::string_view field, std::vector<float> &values)
{
    const std::string_view text = inside(field).data() ? inside(field) : bare(field);
    if (!text.data())
        return appendBase64(field, values);
    const auto count = takeNumbers(text, values);
    return count && *count > 0 ? *count : -1;
}

} // namespace anchorscope::io
