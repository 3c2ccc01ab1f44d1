// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/roles/assign.h"

#include "core/plaintext.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <set>
#include <span>

namespace anchorscope::io {

namespace {

/// Returns NaN if the field does not begin with a number.
double numberIn(std::string_view field)
{
    double number = NAN;
    field = trimmed(field);
    std::from_chars(field.data(), field.data() + field.size(), number);
    return number;
}

bool rise(const std::vector<double> &numbers)
{
    return std::ranges::adjacent_find(numbers, std::not_fn(std::less())) == numbers.end();
}

/// True if the numbers are in ascending or descending order. The numbers of a vector rarely are.
bool areOrdered(const std::vector<double> &numbers)
{
    return rise(numbers) || rise({numbers.rbegin(), numbers.rend()});
}

std::vector<double> numbersOf(const std::vector<std::string> &row, const std::vector<std::size_t> &columns)
{
    std::vector<double> numbers;
    for (const std::size_t column : columns)
        numbers.push_back(column < row.size() ? numberIn(row[column]) : NAN);
    return numbers;
}

/// True if a name is typical of ids in tables whose other columns are named by numbers (doses, lags, wavelengths).
bool namesItems(std::string_view name)
{
    constexpr std::array<std::string_view, 24> words = {
        "gene",    "genes", "probe", "sample",  "samples", "compound", "country", "city",
        "protein", "cell",  "cells", "patient", "subject", "band",     "species", "feature",
        "product", "movie", "user",  "entity",  "node",    "document", "doc",     "sentence"};
    return isPlainName(name) || std::ranges::find(words, toLower(name)) != words.end();
}

bool countOn(const std::vector<double> &numbers)
{
    const double step = numbers[1] - numbers[0], tolerance = 1e-3 * step;
    const auto differs = [&](double one, double next) { return !(std::abs(next - one - step) <= tolerance); };
    return step > 0 && std::ranges::adjacent_find(numbers, differs) == numbers.end();
}

/// True if whole numbers in the first row may be the names of selected dimensions: “3”, “17”, “42”, …. Such names
/// increase, or are many and all different; numbers of a vector rarely are.
bool nameDimensions(const std::vector<double> &numbers)
{
    constexpr std::size_t fewest = 4, many = 8;
    const bool differ = std::set(numbers.begin(), numbers.end()).size() == numbers.size();
    return numbers.size() >= fewest && std::ranges::min(numbers) >= 0 &&
           (rise(numbers) || (numbers.size() >= many && differ));
}

/// True if the first row of a table is probably a header, because its numbers are in order, unlike those of most rows
/// below. `named`: true if the id column seems to have a name; `texts`: true if some column contains texts.
bool headColumns(const TextRows &rows, const std::vector<std::size_t> &columns, bool named, bool texts)
{
    constexpr std::size_t fewest = 3, fewestBesideTexts = 6, fewestAlone = 7, checked = 20;
    const std::size_t needed = named ? fewest : texts ? fewestBesideTexts : fewestAlone;
    if (columns.size() < needed || !areOrdered(numbersOf(rows[0], columns)))
        return false;
    const auto below = std::span(rows).subspan(1, std::min(rows.size() - 1, checked));
    const auto ordered =
        std::ranges::count_if(below, [&](const auto &row) { return areOrdered(numbersOf(row, columns)); });
    return 2 * static_cast<std::size_t>(ordered) <= below.size();
}

/// True if the first row is probably a header, because its numbers increase by a constant amount, unlike those of the
/// next row: “0”, “1”, … above whole numbers, or wavelengths.
bool numberColumns(const std::vector<double> &numbers, const std::vector<double> &below)
{
    constexpr std::size_t fewest = 8;
    return numbers.size() >= fewest && countOn(numbers) && !countOn(below);
}

} // namespace

bool hasHeaderRow(const TextRows &rows)
{
    if (rows.size() < 2)
        return false;
    // `plain`: the first row's numbers are whole and have no decimal point; `texts`: some column contains texts.
    bool counts = true, whole = true, plain = true, telling = false, texts = false;
    std::vector<std::size_t> columns; // columns of numbers in which the first row also has a number
    std::size_t fractions = 0;
    double before = -1;
    for (std::size_t i = 0; i < rows[0].size(); ++i) {
        const PartFacts facts = factsOf(rows, i, 1), own = factsOf({{rows[0][i]}}, 0, 0);
        const bool unnamed = rows[0][i].empty();
        const bool vectors = facts.holdsVectors() || facts.holdsLists() || facts.holdsNested() || facts.holdsEncoded();
        if (vectors && own.vectors + own.lists + own.nested + own.encoded + own.missing == 0)
            return true; // text above vectors is a header
        if (!facts.isNumeric() && !facts.hasDecimalCommas() && !facts.hasGroupedDigits()) {
            texts = true;
            telling = telling || namesItems(trimmed(rows[0][i])) || (unnamed && facts.missing == 0);
            continue;
        }
        if (own.numbers + own.commas + own.thousands + own.missing == 0)
            return true; // text above numbers is a header
        telling = telling || (unnamed && i == 0 && facts.isWhole() && facts.growing);
        if (unnamed)
            continue;
        const double number = own.whole > 0 ? numberIn(own.example) : -INFINITY;
        counts = counts && (number == before + 1 || (before == -1 && number == 1));
        before = number;
        whole = whole && own.whole > 0;
        plain = plain && own.writtenWhole;
        columns.push_back(i);
        fractions += facts.whole < facts.numbers;
    }
    const std::vector<double> numbers = numbersOf(rows[0], columns);
    const bool others = fractions * 2 > numbers.size();
    if (numbers.size() < 2 || numberColumns(numbers, numbersOf(rows[1], columns)))
        return numbers.size() >= 2;
    if (headColumns(rows, columns, telling, texts))
        return true;
    return counts ? telling || others : whole && others && (telling || (plain && nameDimensions(numbers)));
}

} // namespace anchorscope::io
