// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/evaluate/dictionary.h"
#include "core/result.h"

#include <string>
#include <utility>
#include <vector>

namespace anchorscope::io {

// Small tables that a user supplies with the data: CSV, TSV or columns separated by spaces. A first line that begins
// with the word “id” (or “space”, “x_id”) is a header. Errors name the line: "bad-line", "unknown-item",
// "repeated-item"; "no-such-file", "unreadable-file", "empty-file".

/// Reads two columns, an item and a text. Returns a text for each item of the table; empty for items that the file does
/// not contain.
Result<std::vector<std::string>> readItemTexts(const std::string &path, const ItemTable &items);

/// Returns the items with one label each; an empty text leaves an item unlabelled. Labels are in order of first
/// occurrence.
ItemTable withLabels(const std::vector<std::string> &texts, const ItemTable &items);

/// Returns the items with the user's split: train, test or anchor for each, or an empty text for none of these. Error
/// "bad-line" for other words.
Result<ItemTable> withParts(const std::vector<std::string> &texts, const ItemTable &items);

/// Reads two columns, a name and a number, in the file's order.
Result<std::vector<std::pair<std::string, double>>> readNamedNumbers(const std::string &path);

/// Reads a dictionary: one item of X and one of Y on each line, with any number of translations for a word. Returns one
/// entry for each word, in the order of the file. `warnings` counts lines with words that are not in the spaces; error
/// "unknown-item" if no line remains.
Result<std::vector<DictionaryEntry>> readDictionary(const std::string &path, const ItemTable &x, const ItemTable &y,
                                                    std::vector<std::string> &warnings);

} // namespace anchorscope::io
