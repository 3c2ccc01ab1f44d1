// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/neighbours/neighbours.h"
#include "core/result.h"

#include <optional>
#include <string>
#include <vector>

namespace anchorscope::io {

/// Treatment of unusable lines in a file of pairs: `all`: they are errors; `usable`: they are skipped and reported in
/// `warnings`; `several`: like `all`, but an item may have several partners, except in dictionaries.
enum class PairLines { all, usable, several };

/// Reads a file of pairs with two columns, x_id and y_id, in any order and among others: CSV, TSV, a dictionary with a
/// space between the two words, as MUSE publishes them, or any other format that readTexts() reads. Items are named by
/// row number if a table has no ids, the columns are x_row and y_row, or an array of numbers contains no ids. A first
/// line of a text is a header if it has both names, or if its fields are not items and more lines follow. In a table of
/// correspondences (with a column `mutual`), items without a match are skipped. In a dictionary, the first usable
/// translation of a word counts, and `warnings` states how many lines were skipped. Errors "unknown-item",
/// "repeated-item" and "bad-line", which name the line; with PairLines::usable only if no line is usable. Errors
/// "no-such-file", "unreadable-file", "empty-file"; "unknown-format" for a binary file.
Result<std::vector<SeedPair>> readPairs(const std::string &path, const ItemTable &x, const ItemTable &y,
                                        std::vector<std::string> *warnings = nullptr, PairLines which = PairLines::all);

/// Writes item pairs as a CSV file (RFC 4180) with the columns x_id and y_id, atomically.
Status writePairs(const std::string &path, const std::vector<SeedPair> &pairs, const ItemTable &x, const ItemTable &y);

/// One line of the CSV file that writeCorrespondence() writes atomically: y_id,x_id,score,margin,mutual,probability for
/// each item of Y. If the item has no match, x_id is empty.
struct CorrespondenceLine
{
    ItemIndex y = noItem;
    ItemIndex x = noItem;
    float score = 0;
    float margin = 0;
    bool mutual = false;
    std::optional<float> probability = {}; ///< probability that the match is correct; nullopt: empty field
};
Status writeCorrespondence(const std::string &path, const std::vector<CorrespondenceLine> &lines, const ItemTable &x,
                           const ItemTable &y);

/// Writes a CSV file of the matches of every item of Y, atomically: lines y_id,rank,x_id,score; rank 1 is the best.
Status writeMatchLists(const std::string &path, const std::vector<std::vector<Neighbour>> &partners, const ItemTable &x,
                       const ItemTable &y);

/// Writes a table of strings as a CSV file (RFC 4180), atomically.
Status writeCsv(const std::string &path, const std::vector<std::string> &header,
                const std::vector<std::vector<std::string>> &rows);

} // namespace anchorscope::io
