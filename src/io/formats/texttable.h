// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "io/text/csv.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace anchorscope::io {

/// Texts of a file that is read for its ids, labels or pairs instead of its vectors.
struct TextTable
{
    std::vector<std::string> names = {};  ///< names of the columns; empty if they have none
    std::vector<CsvRecord> records = {};  ///< rows, without the column names; each has its line or row number
    const char *unit = "row";             ///< unit of places in error messages: "line", from 1, or "row", from 0
    bool numbers = false;                 ///< true for an array of whole numbers; these can be row numbers
    bool keyed = false;                   ///< true if each row is a key of a JSON object and its value
    std::optional<std::string> text = {}; ///< content of a text file, which the caller splits; `records` is then empty
};

/// True for the names of a split's parts: train, test, anchor.
bool isPartName(std::string_view text);

using NamedTexts = std::vector<std::pair<std::string, std::vector<std::string>>>;

/// Creates a table from the lists of a file. If lists are named after the parts of a split (train, test, anchor), each
/// of their values is a row, with the name of its list. Otherwise, lists as long as the first one are the columns.
TextTable tableOf(NamedTexts lists);
/// Creates a table of the ids, labels and other columns of items that were read with their vectors.
TextTable tableOf(const ItemTable &items);

} // namespace anchorscope::io
