// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/text/vectortext.h"

#include "io/text/base64vector.h"
#include "io/text/textnumber.h"

#include <algorithm>

namespace anchorscope::io {

namespace {

constexpr std::string_view between = ", \t\r\n";

std::string_view withoutBlanks(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

/// What stands between the brackets; a null view without them.
std::string_view inside(std::string_view field)
{
    field = withoutBlanks(field);
    for (const std::string_view pair : {"[]", "{}"}) {
        if (field.size() > 1 && field.front() == pair[0] && field.back() == pair[1])
            return withoutBlanks(field.substr(1, field.size() - 2));
    }
    return {};
}

/// Takes a number and what follows it up to the next one off the front.
bool takeNumber(std::string_view &text, float &value)
{
    const char *end = text.data() + text.size();
    const char *stop = readNumber(text.data(), end, value);
    if (!stop || (stop != end && between.find(*stop) == std::string_view::npos))
        return false;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    const std::size_t next = std::min(text.find_first_not_of(between), text.size());
    if (std::ranges::count(text.substr(0, next), ',') > (next < text.size() ? 1 : 0))
        return false; // a number is missing
    text.remove_prefix(next);
    return true;
}

} // namespace

bool isVectorText(std::string_view field)
{
    std::string_view text = inside(field);
    float value = 0;
    if (!text.data()) {
        std::vector<float> values;
        return appendBase64(field, values) > 1;
    }
    return takeNumber(text, value) && !text.empty() && takeNumber(text, value);
}

Index appendVector(std::string_view field, std::vector<float> &values)
{
    const std::size_t before = values.size();
    std::string_view text = inside(field);
    if (!text.data())
        return appendBase64(field, values);
    Index count = text.empty() ? -1 : 0;
    float value = 0;
    for (; !text.empty(); ++count) {
        if (!takeNumber(text, value)) {
            values.resize(before);
            return -1;
        }
        values.push_back(value);
    }
    return count;
}

} // namespace anchorscope::io
