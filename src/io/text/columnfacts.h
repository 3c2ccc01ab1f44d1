// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// What the first rows of a table tell about one of its columns.
struct ColumnFacts
{
    std::size_t rows = 0;     ///< that have the column
    std::size_t missing = 0;  ///< empty, NA, null, …
    std::size_t numbers = 0;  ///< with a decimal point
    std::size_t whole = 0;    ///< of those, written as whole numbers
    std::size_t commas = 0;   ///< decimal commas: “1,5”
    std::size_t odd = 0;      ///< digits that are no such number: “0x10”, “12 %”, “1'000”
    std::size_t vectors = 0;  ///< several numbers in brackets: “[0.1, 0.2]”
    std::size_t distinct = 0; ///< different values, of those that are not missing
    std::size_t length = 0;   ///< bytes of all values
    bool running = false;     ///< 0, 1, 2, … or 1, 2, 3, …
    bool growing = false;     ///< each number is larger than the one before
    double spread = 0;        ///< standard deviation of the finite numbers
    std::string example;      ///< the first value, cut

    std::size_t present() const { return rows - missing; }
    /// Nearly all values are numbers: one bad field is an error to be found, no reason to call a column text.
    bool isNumeric() const { return present() > 0 && numbers * 5 > present() * 4; }
    bool isWhole() const { return isNumeric() && whole == numbers; }
    /// More than a fifth of the values is missing.
    bool isSparse() const { return missing * 5 > rows; }
    /// Nearly all values are numbers with a decimal comma.
    bool hasDecimalCommas() const { return commas > 0 && (commas + whole) * 5 > present() * 4; }
    /// Words, not numbers of any notation.
    bool isText() const { return present() > 0 && (numbers + odd + commas) * 5 <= present(); }
    /// Nearly all values are vectors.
    bool holdsVectors() const { return vectors * 5 > present() * 4 && present() > 0; }
    bool isUnique() const { return present() > 0 && missing == 0 && distinct == present(); }
};

using TextRows = std::vector<std::vector<std::string>>;

bool isMissing(std::string_view field);
bool isNumber(std::string_view field);
/// Without spaces at both ends.
std::string_view trimmed(std::string_view field);

/// The facts of a column from row `first` on.
ColumnFacts columnFacts(const TextRows &rows, std::size_t column, std::size_t first);

} // namespace anchorscope::io
