// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/text/columnfacts.h"

#include "io/text/textnumber.h"
#include "io/text/vectortext.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <unordered_set>

namespace anchorscope::io {

namespace {

bool isWholeText(std::string_view field)
{
    field.remove_prefix(field.starts_with('-') || field.starts_with('+'));
    return !field.empty() && field.find_first_not_of("0123456789") == std::string_view::npos;
}

bool isDecimalComma(std::string_view field)
{
    const std::size_t comma = field.find(',');
    if (comma == std::string_view::npos || field.find(',', comma + 1) != std::string_view::npos)
        return false;
    std::string point(field);
    point[comma] = '.';
    return field.find('.') == std::string_view::npos && isNumber(point);
}

/// A number of another notation: it begins with a digit, a sign or a point, and is mostly digits.
bool isOddNumber(std::string_view field)
{
    if (field.empty() || std::string_view("0123456789+-.,").find(field[0]) == std::string_view::npos)
        return false;
    const auto digits = std::ranges::count_if(field, [](unsigned char c) { return c >= '0' && c <= '9'; });
    return 2 * static_cast<std::size_t>(digits) >= field.size();
}

/// Counts a field as what it is; its number, if it is one, in double precision, which tells large ids apart.
std::optional<double> countKind(std::string_view field, ColumnFacts &facts)
{
    float rounded = 0;
    if (isMissing(field)) {
        ++facts.missing;
    } else if (readField(field, rounded)) {
        ++facts.numbers;
        facts.whole += isWholeText(field);
        double number = static_cast<double>(rounded);
        std::from_chars(field.data(), field.data() + field.size(), number);
        return number;
    } else if (isDecimalComma(field)) {
        ++facts.commas;
    } else {
        facts.odd += isOddNumber(field);
        facts.vectors += isVectorText(field);
    }
    return std::nullopt;
}

/// Standard deviation.
double spreadOf(const std::vector<double> &values)
{
    if (values.empty())
        return 0;
    const auto count = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    return std::sqrt(squares / count);
}

} // namespace

std::string_view trimmed(std::string_view field)
{
    const std::size_t begin = std::min(field.find_first_not_of(' '), field.size());
    field.remove_prefix(begin);
    return field.substr(0, field.find_last_not_of(' ') + 1);
}

bool isMissing(std::string_view field)
{
    constexpr std::array words = {"NA", "N/A", "#N/A", "na", "n/a", "null", "NULL", "None", "-", "?", "."};
    field = trimmed(field);
    return field.empty() || std::find(words.begin(), words.end(), field) != words.end();
}

bool isNumber(std::string_view field)
{
    float value = 0;
    return readField(trimmed(field), value);
}

ColumnFacts columnFacts(const TextRows &rows, std::size_t column, std::size_t first)
{
    constexpr std::size_t longestExample = 60;
    ColumnFacts facts;
    std::unordered_set<std::string_view> values;
    std::vector<double> finite;
    double before = -INFINITY;
    facts.running = facts.growing = true;
    for (std::size_t i = first; i < rows.size(); ++i) {
        if (column >= rows[i].size())
            continue;
        const std::string_view field = trimmed(rows[i][column]);
        if (facts.rows++ == 0)
            facts.example = field.substr(0, longestExample);
        facts.length += field.size();
        if (!isMissing(field))
            values.insert(field);
        const std::optional<double> number = countKind(field, facts);
        facts.growing = facts.growing && number && *number > before;
        facts.running = facts.running && facts.growing && isWholeText(field) &&
                        (*number == static_cast<double>(i - first) || *number == static_cast<double>(i - first + 1));
        if (!number)
            continue;
        before = *number;
        if (std::isfinite(*number))
            finite.push_back(*number);
    }
    facts.distinct = values.size();
    facts.spread = spreadOf(finite);
    facts.running = facts.running && facts.rows > 0;
    return facts;
}

} // namespace anchorscope::io
