// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Facts about the values of one part of a file: texts in the first rows of a column or list, or a matrix's numbers.
struct PartFacts
{
    std::size_t rows = 0;      ///< number of rows in which the part occurs
    std::size_t missing = 0;   ///< number of missing values: empty, or NA, null, … among numbers or vectors
    std::size_t numbers = 0;   ///< number of values that are numbers, “2” or “1.5”
    std::size_t whole = 0;     ///< number of values that are whole numbers, “2” or “2.0”
    bool writtenWhole = false; ///< true if no number is written with a decimal point
    std::size_t ones = 0;
    std::size_t zeros = 0;
    std::size_t commas = 0;    ///< number of values that have a decimal comma: “1,5”
    std::size_t thousands = 0; ///< number of values that have separators of thousands: “1,234.5”
    std::size_t odd = 0;       ///< number of values that resemble numbers: “0x10”, “12 %”, “1'000”
    std::size_t lists = 0;   ///< number of values that are lists of numbers, of any length: “[0.1, 0.2]”, “[]”
    std::size_t vectors = 0; ///< number of values that are lists of two or more numbers
    std::size_t nested = 0;  ///< number of values that are lists of lists or of JSON objects
    std::size_t encoded = 0; ///< number of values that are vectors in hexadecimal digits
    std::size_t bytes = 0;   ///< number of lists whose numbers are the bytes of a vector
    std::size_t distinct = 0;
    std::size_t length = 0;   ///< total length of all values, in bytes
    std::size_t shortest = 0; ///< number of elements of the shortest list
    std::size_t longest = 0;
    std::size_t usual = 0;    ///< number of lists that have the most frequent length
    bool wholeLists = false;  ///< true if all lists contain whole numbers only
    bool oneHot = false;      ///< true if each list consists of one 1 and zeros
    bool running = false;     ///< true if the values are 0, 1, 2, … or 1, 2, 3, …
    bool growing = false;     ///< true if each number is larger than the previous one
    double spread = 0;        ///< standard deviation of the numbers that are finite
    std::string example = {}; ///< first value that is not empty, shortened

    bool operator==(const PartFacts &) const = default;
    std::size_t present() const { return rows - missing; }
    /// True if more than four fifths of the values are numbers; the other values are then errors to report.
    bool isNumeric() const { return present() > 0 && numbers * 5 > present() * 4; }
    bool isWhole() const { return isNumeric() && whole == numbers; }
    bool isSparse() const { return missing * 5 > rows; }
    bool hasDecimalCommas() const { return commas > 0 && (commas + whole) * 5 > present() * 4; }
    bool hasGroupedDigits() const { return thousands > 0 && (thousands + numbers + commas) * 5 > present() * 4; }
    /// True if nearly all values are words, not numbers in any notation.
    bool isText() const { return present() > 0 && (numbers + odd + commas + thousands) * 5 <= present(); }
    bool holdsVectors() const { return vectors * 5 > present() * 4 && present() > 0; }
    bool holdsLists() const { return lists * 5 > present() * 4 && present() > 0; }
    /// True if more than a fifth of the lists have an unusual length, more than mistakes explain.
    bool variesInLength() const { return shortest != longest && usual * 5 <= lists * 4; }
    /// True if nearly all values are lists, some of them lists of several vectors for one item.
    bool holdsNested() const { return nested > 0 && (nested + lists) * 5 > present() * 4; }
    bool holdsEncoded() const { return encoded * 5 > present() * 4 && present() > 0; }
    bool holdsBytes() const { return bytes * 5 > lists * 4 && lists > 0; }
    bool isUnique() const { return present() > 0 && missing == 0 && distinct == present(); }
    bool isBinary() const { return isNumeric() && zeros > 0 && ones > 0 && zeros + ones == numbers; }
};

using TextRows = std::vector<std::vector<std::string>>;

/// True if a field is empty or a word for a missing value: NA, null, “-”, ….
bool isMissing(std::string_view field);
bool isNumber(std::string_view field);
std::string_view trimmed(std::string_view field);

/// Returns facts about the values of a column, from row number `first` on.
PartFacts factsOf(const TextRows &rows, std::size_t column, std::size_t first);
PartFacts factsOf(const std::vector<std::string> &values);

/// Changes “2.0” to “2” if all values are whole numbers; pandas writes whole numbers as fractions if a column has gaps.
/// If no value has a decimal point, nothing is changed, because a text such as “1e5” may be a name.
void writeWhole(std::vector<std::string> &values);

} // namespace anchorscope::io
