// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/evaluate/dictionary.h"
#include "core/result.h"

#include <string>
#include <utility>
#include <vector>

namespace anchorscope::io {

// Small tables that a user brings beside the data: CSV, TSV or columns set apart by spaces. A first line that begins
// with the word “id” (or “space”, “x_id”) is a header. Errors name the line: "bad-line", "unknown-item",
// "repeated-item"; "no-such-file", "unreadable-file", "empty-file".

/// Two columns, an item and a text: for each item of the table its text, empty where the file does not name it.
Result<std::vector<std::string>> readItemTexts(const std::string &path, const ItemTable &items);

/// The items with these labels, a text each; empty: unlabelled. Labels are in the order of the items.
ItemTable withLabels(const std::vector<std::string> &texts, const ItemTable &items);

/// The items with the user's split: train, test or anchor for each, or an empty text, which takes part in neither.
/// Error "bad-line" for another word.
Result<ItemTable> withParts(const std::vector<std::string> &texts, const ItemTable &items);

/// Two columns, a name and a number, in the file's order.
Result<std::vector<std::pair<std::string, double>>> readNamedNumbers(const std::string &path);

/// A dictionary, an item of X and one of Y a line, any number of answers for a word: entries by word, in the order of
/// the file. Lines whose words the spaces do not have are counted in `warnings`; error "unknown-item" if no other is
/// left.
Result<std::vector<DictionaryEntry>> readDictionary(const std::string &path, const ItemTable &x, const ItemTable &y,
                                                    std::vector<std::string> &warnings);

} // namespace anchorscope::io
