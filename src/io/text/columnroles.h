// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// What a column of a table is for. Ids and labels are one column each at most; others are kept beside the
/// vectors (ItemTable::columns), ignored ones are not read.
enum class ColumnUse { id, label, vector, other, ignored };

/// "id", "label", "vector", "other", "ignore": as written in a choice.
const char *columnUseId(ColumnUse use);

/// A column as it is read.
struct TableColumn
{
    std::string name; ///< of the header; empty: none
    ColumnUse use = ColumnUse::vector;
    std::string example = {}; ///< its first value
    bool chosen = false;      ///< by the user, not guessed
    bool operator==(const TableColumn &) const = default;
};

/// “word” with its name, “column 3” without one, in quotes where it is a name.
std::string columnName(const std::vector<TableColumn> &columns, std::size_t column);

/// Gives columns the roles of a choice such as "id=word,label=pos,vector=e0:e299,ignore=#7": names of the header or
/// numbers (#1 is the first; a plain number where no column has it as its name), ranges with a colon, names with
/// commas, colons or equals signs in double quotes. A role may occur several times. A new id, label or vector takes the
/// role from the columns that were guessed to have it; they become other. Error "wrong-usage" quotes what is wrong.
Status applyColumnChoice(std::string_view choice, std::vector<TableColumn> &columns);

/// The choice that gives exactly these roles.
std::string columnChoice(const std::vector<TableColumn> &columns);

} // namespace anchorscope::io
