// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/evaluate/dictionary.h"
#include "core/result.h"
#include "io/formats/openedfile.h"
#include "io/roles/part.h"
#include "io/text/itemfinder.h"

#include <string>
#include <utility>
#include <vector>

namespace anchorscope::io {

// Readers of small tables that a user supplies with the data, in a text (CSV, TSV or columns separated by spaces) or
// any other format that readTexts() reads. Errors "bad-line", "unknown-item" and "repeated-item", which name the line;
// "no-such-file", "unreadable-file", "empty-file".

/// Lines of a file about items, and the two columns that its reader uses.
struct TwoColumns
{
    TextTable table;
    std::size_t first = 0, second = 1; ///< columns of the items and of the texts about them
    bool named = false;    ///< true if the columns were found by their names; otherwise each line has two fields
    char separator = '\0'; ///< separator of the fields, if the file is a text

    std::string place(const CsvRecord &record) const
    {
        return std::string(table.unit) + ' ' + std::to_string(record.line);
    }
    /// Returns an error if a line lacks one of the two columns.
    Status check(const CsvRecord &record, const std::string &expected) const;
    /// True if the name of a column states that it contains row numbers: “row”, “x_row”.
    bool namesRows(std::size_t column) const;
};

/// Names by which the two columns of a file are found, in any order and among others.
struct ColumnNames
{
    bool (*first)(std::string_view name);
    bool (*second)(std::string_view name);
    std::string expected; ///< description of the two columns, for errors
    bool otherHeaders = true; ///< true if a first line that begins with “id”, “space” or “x_id” is a header in any case
};

/// Reads the lines of a file and finds its two columns. In a text, the first line is a header if it contains both names
/// or if ColumnNames::otherHeaders applies, but never if it begins with one of the `items`. Does not check that each
/// line has both columns.
Result<TwoColumns> readTwoColumns(const std::string &path, const ColumnNames &names, const ItemFinder *items);

/// Makes `first` and `second` find items by row number if the name of a column states that it contains row numbers.
/// Does the same for an array of numbers none of which is an id, and adds a sentence about it to `warnings`.
void findRows(const TwoColumns &lines, ItemFinder &first, ItemFinder &second, const std::string &path,
              std::vector<std::string> *warnings);

/// Reads a file that has two columns (item and text), or one text for each item in the order of the items, below a name
/// of these texts or not. Returns a text for each of the `items`, empty if the file has none. `second`: true for names
/// of the column of texts. `isValue`: true for valid texts; if all values in the first column are valid texts, the
/// columns are exchanged.
Result<std::vector<std::string>> readItemTexts(const std::string &path, const ItemTable &items,
                                               bool (*second)(std::string_view name) = isLabelName,
                                               bool (*isValue)(std::string_view text) = nullptr);
/// True if a column has a usual name for a split into train and test: “split”, “part”, “subset” or “fold”.
bool isSplitName(std::string_view name);

/// Returns a copy of `items` with the labels `texts` (empty: unlabelled). Label names are in order of first occurrence.
ItemTable withLabels(const std::vector<std::string> &texts, const ItemTable &items);

/// Returns a copy of `items` with the split that the user chose: each text is train, test or anchor, or empty for an
/// item in none of these. Error "bad-line" for any other word.
Result<ItemTable> withParts(const std::vector<std::string> &texts, const ItemTable &items);

/// Reads a file of two columns, a name and a number, and returns them in the order of the file.
Result<std::vector<std::pair<std::string, double>>> readNamedNumbers(const std::string &path);

/// Reads a dictionary: each line has one word of X and one of Y, and a word may have several translations. Returns one
/// entry for each word, in the order of the file. Adds to `warnings` the number of lines with words that the spaces do
/// not contain; error "unknown-item" if no line remains.
Result<std::vector<DictionaryEntry>> readDictionary(const std::string &path, const ItemTable &x, const ItemTable &y,
                                                    std::vector<std::string> &warnings);

} // namespace anchorscope::io
