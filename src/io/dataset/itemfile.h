// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/evaluate/dictionary.h"
#include "core/result.h"

#include <string>
#include <utility>
#include <vector>

namespace anchorscope::io {

// Readers of small tables that a user supplies with the data: CSV, TSV or columns separated by spaces. A first line
// that begins with the word “id” (or “space”, “x_id”) is a header. Errors "bad-line", "unknown-item" and
// "repeated-item", which name the line; "no-such-file", "unreadable-file", "empty-file".

/// Reads a file of two columns, item and text. Returns a text for each item of the table, empty if the file has none.
Result<std::vector<std::string>> readItemTexts(const std::string &path, const ItemTable &items);

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
