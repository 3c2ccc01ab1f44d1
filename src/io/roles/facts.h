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
    std::size_t rows = 0;    ///< number of rows that contain the part
    std::size_t missing = 0; ///< number of empty values; also NA, null, … if most values are numbers or vectors
    std::size_t numbers = 0; ///< number of values that are numbers, with or without a decimal point: “2”, “1.5”
    std::size_t whole = 0;   ///< number of values that are whole numbers: “2”, “2.0”
    bool writtenWhole = false; ///< true if all numbers have no decimal point
    std::size_t ones = 0;      ///< number of values equal to 1
    std::size_t zeros = 0;     ///< number of values equal to 0
    std::size_t commas = 0;    ///< number of values with a decimal comma: “1,5”
    std::size_t thousands = 0; ///< number of values with grouped digits: “1,234.5”
    std::size_t odd = 0;   ///< number of values with digits that are not a number: “0x10”, “12 %”, “1'000”
    std::size_t lists = 0; ///< number of values that are lists of any number of numbers: “[0.1, 0.2]”, “[]”
    std::size_t vectors = 0;  ///< number of lists of two or more numbers
    std::size_t nested = 0;   ///< number of lists of lists or of objects
    std::size_t encoded = 0;  ///< number of values that are numbers as hexadecimal digits
    std::size_t bytes = 0;    ///< number of lists whose numbers are the bytes of vectors
    std::size_t distinct = 0; ///< number of distinct values, without missing ones
    std::size_t length = 0;   ///< length of all values together, in bytes
    std::size_t shortest = 0; ///< smallest number of elements in a list
    std::size_t longest = 0;
    std::size_t usual = 0;    ///< number of lists of the most frequent length
    bool wholeLists = false;  ///< true if all numbers of all lists are whole
    bool oneHot = false;      ///< true if each list contains one 1 and otherwise 0
    bool running = false;     ///< true if the values are 0, 1, 2, … or 1, 2, 3, …
    bool growing = false;     ///< true if each number is larger than the previous one
    double spread = 0;        ///< standard deviation of the finite numbers
    std::string example = {}; ///< first value of the part, shortened

    bool operator==(const PartFacts &) const = default;
    std::size_t present() const { return rows - missing; }
    /// True if nearly all values are numbers. A single bad field is an error to report, not a reason to treat the
    /// column as text.
    bool isNumeric() const { return present() > 0 && numbers * 5 > present() * 4; }
    bool isWhole() const { return isNumeric() && whole == numbers; }
    /// True if more than a fifth of the values is missing.
    bool isSparse() const { return missing * 5 > rows; }
    /// True if nearly all values are numbers, some with a decimal comma.
    bool hasDecimalCommas() const { return commas > 0 && (commas + whole) * 5 > present() * 4; }
    /// True if nearly all values are numbers, and those from 1,000 on have grouped digits.
    bool hasGroupedDigits() const { return thousands > 0 && (thousands + numbers + commas) * 5 > present() * 4; }
    /// True for words rather than numbers in any notation.
    bool isText() const { return present() > 0 && (numbers + odd + commas + thousands) * 5 <= present(); }
    /// True if nearly all values are vectors.
    bool holdsVectors() const { return vectors * 5 > present() * 4 && present() > 0; }
    /// True if nearly all values are lists of numbers, possibly with one number or none.
    bool holdsLists() const { return lists * 5 > present() * 4 && present() > 0; }
    /// True if the lists vary in length too often for mistakes.
    bool variesInLength() const { return shortest != longest && usual * 5 <= lists * 4; }
    /// True if items have several vectors each; some items may have only one.
    bool holdsNested() const { return nested > 0 && (nested + lists) * 5 > present() * 4; }
    bool holdsEncoded() const { return encoded * 5 > present() * 4 && present() > 0; }
    bool holdsBytes() const { return bytes * 5 > lists * 4 && lists > 0; }
    bool isUnique() const { return present() > 0 && missing == 0 && distinct == present(); }
    /// True if all values are 0 or 1, and both occur.
    bool isBinary() const { return isNumeric() && zeros > 0 && ones > 0 && zeros + ones == numbers; }
};

using TextRows = std::vector<std::vector<std::string>>;

/// True for an empty field and words for a missing number: NA, null, “-”, …
bool isMissing(std::string_view field);
bool isNumber(std::string_view field);
/// Removes white space at both ends.
std::string_view trimmed(std::string_view field);

/// Facts about a column from row `first` on.
PartFacts factsOf(const TextRows &rows, std::size_t column, std::size_t first);
/// Facts about a list of texts.
PartFacts factsOf(const std::vector<std::string> &values);

/// Removes the decimal point of whole numbers that pandas wrote as fractions (“2.0”, if a column has gaps), if all
/// values are whole. If no value has a decimal point, nothing is changed, because “1e5” may be a name.
void writeWhole(std::vector<std::string> &values);

} // namespace anchorscope::io
