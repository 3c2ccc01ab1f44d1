// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/roles/assign.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <set>

namespace anchorscope::io {

namespace {

/// NaN if it is no number.
double numberIn(std::string_view field)
{
    double number = NAN;
    field = trimmed(field);
    std::from_chars(field.data(), field.data() + field.size(), number);
    return number;
}

/// Each is larger than the one before.
bool rise(const std::vector<double> &numbers)
{
    return std::ranges::adjacent_find(numbers, std::not_fn(std::less())) == numbers.end();
}

/// Each is larger than the one before, by the same step.
bool countOn(const std::vector<double> &numbers)
{
    const double step = numbers[1] - numbers[0], tolerance = 1e-3 * step;
    const auto differs = [&](double one, double next) { return !(std::abs(next - one - step) <= tolerance); };
    return step > 0 && std::ranges::adjacent_find(numbers, differs) == numbers.end();
}

/// Whole numbers above fractions that name the dimensions that were chosen: “3”, “17”, “42”, … A row of vectors has
/// hardly ever so many different whole numbers.
bool nameDimensions(const std::vector<double> &numbers)
{
    constexpr std::size_t fewest = 4, many = 8;
    const bool differ = std::set(numbers.begin(), numbers.end()).size() == numbers.size();
    return numbers.size() >= fewest && std::ranges::min(numbers) >= 0 &&
           (rise(numbers) || (numbers.size() >= many && differ));
}

/// Numbers in equal steps, as those of the next row are not: “0”, “1”, … above whole numbers, or wavelengths.
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
    bool counts = true, whole = true, plain = true, telling = false; // `plain`: whole numbers without a point
    std::vector<double> numbers, below;                              // of the first two rows
    std::size_t fractions = 0;
    double before = -1;
    for (std::size_t i = 0; i < rows[0].size(); ++i) {
        const PartFacts facts = factsOf(rows, i, 1), own = factsOf({{rows[0][i]}}, 0, 0);
        const bool unnamed = rows[0][i].empty();
        const bool vectors = facts.holdsVectors() || facts.holdsLists() || facts.holdsNested() || facts.holdsEncoded();
        if (vectors && own.vectors + own.lists + own.nested + own.encoded + own.missing == 0)
            return true; // a text above vectors
        if (!facts.isNumeric() && !facts.hasDecimalCommas() && !facts.hasGroupedDigits()) {
            telling = telling || isPlainName(trimmed(rows[0][i]));
            continue;
        }
        if (own.numbers + own.commas + own.thousands + own.missing == 0)
            return true; // a text above numbers
        telling = telling || (unnamed && i == 0 && facts.isWhole() && facts.growing);
        if (unnamed)
            continue;
        const double number = own.whole > 0 ? numberIn(own.example) : -INFINITY;
        counts = counts && (number == before + 1 || (before == -1 && number == 1));
        before = number;
        whole = whole && own.whole > 0;
        plain = plain && own.writtenWhole;
        numbers.push_back(numberIn(rows[0][i]));
        below.push_back(i < rows[1].size() ? numberIn(rows[1][i]) : NAN);
        fractions += facts.whole < facts.numbers;
    }
    const bool others = fractions * 2 > numbers.size(); // the numbers below are of another kind
    if (numbers.size() < 2 || numberColumns(numbers, below))
        return numbers.size() >= 2;
    return counts ? telling || others : whole && others && (telling || (plain && nameDimensions(numbers)));
}

} // namespace anchorscope::io
