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
    std::vector<CsvRecord> records = {};  ///< rows below the names, each with the number of its line or row
    const char *unit = "row";             ///< unit of places in error messages: "line", from 1, or "row", from 0
    bool numbers = false;                 ///< true for an array of whole numbers, which may be row numbers
    bool keyed = false;                   ///< true if the rows are the keys and values of an object
    std::optional<std::string> text = {}; ///< content of a text file, instead of records; the caller splits it
};

/// True for the names of a split's parts: train, test, anchor.
bool isPartName(std::string_view text);

using NamedTexts = std::vector<std::pair<std::string, std::vector<std::string>>>;

/// Creates a table from lists of a file. Lists named after the parts of a split (train, test, anchor) give a row for
/// each value, with the name of its list. Otherwise the lists as long as the first one are the columns.
TextTable tableOf(NamedTexts lists);
/// Creates a table of the ids, labels and other columns of items that were read with their vectors.
TextTable tableOf(const ItemTable &items);

} // namespace anchorscope::io
