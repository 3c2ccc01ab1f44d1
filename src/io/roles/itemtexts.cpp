// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/roles/itemtexts.h"

#include "io/roles/facts.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

namespace anchorscope::io {

namespace {

std::optional<double> numberOf(std::string_view text)
{
    constexpr std::ptrdiff_t exactDigits = 15; // number of digits up to which float64 represents all whole numbers
    text = trimmed(text);
    text.remove_prefix(text.starts_with('+') ? 1 : 0);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = text.find_first_not_of("-0123456789") == std::string_view::npos;
    if (error != std::errc() || end != text.data() + text.size() || std::isnan(number) ||
        (whole && std::ssize(text) > exactDigits))
        return std::nullopt;
    return number;
}

/// True if a text is a date, such as “2024-05”, “2024-05-17” or “2024-05-17T12:30:00Z”. In the pattern, 0 stands for
/// any digit, and other characters for themselves.
bool isDate(std::string_view text)
{
    constexpr std::string_view pattern = "0000-00-00T00:00:00";
    text = trimmed(text);
    std::size_t length = 0;
    for (; length < std::min(text.size(), pattern.size()); ++length) {
        const bool digit = text[length] >= '0' && text[length] <= '9';
        if (pattern[length] == '0' ? !digit : text[length] != pattern[length] && (length != 10 || text[length] != ' '))
            break;
    }
    const std::string_view rest = text.substr(length);
    const bool ends = length == 7 || length == 10 || length == 16 || length == 19;
    return ends &&
           (rest.empty() || (length > 10 && rest.find_first_not_of(".:+-Z0123456789") == std::string_view::npos));
}

/// Replaces NUL by a visible symbol, because it ends a text in the program's own files.
void showNul(std::string &text)
{
    for (std::size_t at = text.find('\0'); at != std::string::npos; at = text.find('\0', at))
        text.replace(at, 1, "\u2400");
}

bool readNumbers(const std::vector<std::string> &texts, std::vector<double> &numbers)
{
    bool any = false;
    for (const std::string &text : texts) {
        const auto number = isMissing(text) ? std::nullopt : numberOf(text);
        if (!number && !isMissing(text))
            return false;
        any = any || number;
        numbers.push_back(number.value_or(NAN));
    }
    return any;
}

} // namespace

ItemColumn itemColumn(std::string name, std::vector<std::string> texts)
{
    ItemColumn column{std::move(name)};
    if (readNumbers(texts, column.numbers)) {
        column.kind = ColumnKind::number;
        return column;
    }
    column.numbers.clear();
    std::map<std::string, std::int32_t> places;
    std::size_t present = 0;
    bool dates = true;
    for (std::string &text : texts) {
        showNul(text);
        if (text.empty())
            continue;
        ++present;
        dates = dates && isDate(text);
        places.emplace(text, 0);
    }
    column.kind = dates && present > 0           ? ColumnKind::date
                  : places.size() * 2 <= present ? ColumnKind::category
                                                 : ColumnKind::text;
    if (column.kind != ColumnKind::category || present == 0) {
        column.kind = present == 0 ? ColumnKind::text : column.kind;
        column.texts = std::move(texts);
        return column;
    }
    for (auto &[text, place] : places) {
        place = static_cast<std::int32_t>(column.texts.size());
        column.texts.push_back(text);
    }
    for (const std::string &text : texts)
        column.values.push_back(text.empty() ? -1 : places[text]);
    return column;
}

void addColumn(ItemColumn column, std::vector<ItemColumn> &columns)
{
    column.name = nodeName(std::move(column.name));
    showNul(column.name);
    const auto used = [&] { return std::ranges::find(columns, column.name, &ItemColumn::name) != columns.end(); };
    if (column.name.empty() || column.name == "." || column.name == ".." || used())
        column.name = "column " + std::to_string(columns.size() + 1);
    while (used())
        column.name += '_';
    columns.push_back(std::move(column));
}

} // namespace anchorscope::io
