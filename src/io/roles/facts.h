// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Properties of the values of a part: of a column or list, from the texts of its first rows; of a matrix, from its
/// numbers.
struct PartFacts
{
    std::size_t rows = 0;      ///< that have the part
    std::size_t missing = 0;   ///< empty; beside numbers and vectors also NA, null, …
    std::size_t numbers = 0;   ///< with a decimal point
    std::size_t whole = 0;     ///< of those, whole by value: “2”, “2.0”
    bool writtenWhole = false; ///< all of them without a point
    std::size_t ones = 0;      ///< of those, 1
    std::size_t zeros = 0;     ///< of those, 0
    std::size_t commas = 0;    ///< decimal commas: “1,5”
    std::size_t thousands = 0; ///< digits in groups: “1,234.5”
    std::size_t odd = 0;       ///< digits that are no such number: “0x10”, “12 %”, “1'000”
    std::size_t lists = 0;     ///< numbers in brackets, however many: “[0.1, 0.2]”, “[]”
    std::size_t vectors = 0;   ///< of those, with two numbers or more
    std::size_t nested = 0;    ///< lists of lists or of objects
    std::size_t encoded = 0;   ///< numbers as hexadecimal digits
    std::size_t distinct = 0;  ///< different values, of those that are not missing
    std::size_t length = 0;    ///< bytes of all values
    std::size_t shortest = 0;  ///< numbers in a list
    std::size_t longest = 0;
    std::size_t usual = 0;    ///< lists of the most frequent length
    bool wholeLists = false;  ///< all numbers of all lists are whole by value
    bool oneHot = false;      ///< each list has one 1, else 0
    bool running = false;     ///< 0, 1, 2, … or 1, 2, 3, …
    bool growing = false;     ///< each number is larger than the one before
    double spread = 0;        ///< standard deviation of the finite numbers
    std::string example = {}; ///< the first value, cut

    bool operator==(const PartFacts &) const = default;
    std::size_t present() const { return rows - missing; }
    /// Nearly all values are numbers: one bad field is an error to report, not a reason to treat the column as text.
    bool isNumeric() const { return present() > 0 && numbers * 5 > present() * 4; }
    bool isWhole() const { return isNumeric() && whole == numbers; }
    /// More than a fifth of the values is missing.
    bool isSparse() const { return missing * 5 > rows; }
    /// Nearly all values are numbers with a decimal comma.
    bool hasDecimalCommas() const { return commas > 0 && (commas + whole) * 5 > present() * 4; }
    /// Nearly all values are numbers, and those from 1,000 on have grouped digits.
    bool hasGroupedDigits() const { return thousands > 0 && (thousands + numbers + commas) * 5 > present() * 4; }
    /// Words, not numbers of any notation.
    bool isText() const { return present() > 0 && (numbers + odd + commas + thousands) * 5 <= present(); }
    /// Nearly all values are vectors.
    bool holdsVectors() const { return vectors * 5 > present() * 4 && present() > 0; }
    /// Nearly all values are lists of numbers, possibly with one number or none.
    bool holdsLists() const { return lists * 5 > present() * 4 && present() > 0; }
    /// The lists have different lengths, too often to be mistakes.
    bool variesInLength() const { return shortest != longest && usual * 5 <= lists * 4; }
    /// Some items have several vectors; others may have one.
    bool holdsNested() const { return nested > 0 && (nested + lists) * 5 > present() * 4; }
    bool holdsEncoded() const { return encoded * 5 > present() * 4 && present() > 0; }
    bool isUnique() const { return present() > 0 && missing == 0 && distinct == present(); }
    /// Only 0 and 1, both.
    bool isBinary() const { return isNumeric() && zeros > 0 && ones > 0 && zeros + ones == numbers; }
};

using TextRows = std::vector<std::vector<std::string>>;

/// Empty, or a word for a number that is missing: NA, null, “-”, …
bool isMissing(std::string_view field);
bool isNumber(std::string_view field);
/// Without spaces at either end.
std::string_view trimmed(std::string_view field);

/// The facts of a column from row `first` on.
PartFacts factsOf(const TextRows &rows, std::size_t column, std::size_t first);
/// The facts of a list.
PartFacts factsOf(const std::vector<std::string> &values);

/// Whole numbers that were written as fractions (pandas' “2.0”, where a column has gaps) as “2”, if all are whole.
/// Without a point none is changed: “1e5” is a name.
void writeWhole(std::vector<std::string> &values);

} // namespace anchorscope::io
