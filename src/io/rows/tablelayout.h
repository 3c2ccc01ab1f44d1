// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"
#include "io/roles/part.h"
#include "io/text/lineblocks.h"

#include <optional>

namespace anchorscope::io {

constexpr std::size_t layoutSampleRows = 200; ///< number of first rows from which the roles of columns are inferred

/// Layout of a text table or a list of JSON objects, inferred from the first rows and the roles that the user chose.
struct TableLayout
{
    RecordShape shape;
    bool hasHeader = false;
    std::uint64_t dataOffset = 0; ///< offset in the file of the first line after the header, in bytes
    Index firstLine = 1;          ///< number of the first line after the header, from 1
    std::vector<Part> columns;
    /// For each vector column, the number of values in a field. If it is more than 1, each field is a whole vector.
    std::vector<Index> widths;
    std::vector<std::string> notes; ///< sentences for the user about guessed roles and skipped lines
    std::optional<Error> refusal;

    bool has(ColumnUse use) const { return std::ranges::find(columns, use, &Part::use) != columns.end(); }
    Index dimensions() const;   ///< number of values of a row in all vector columns
    std::string idName() const; ///< name of the id column; empty without one
};

/// Infers the roles of columns from the rows with index `first` or later, then applies the user's choice
/// (applyColumnChoice()). Returns false if no column contains numbers.
bool findRoles(const TextRows &rows, std::size_t first, const std::string &choice, TableLayout &layout);

/// Finds the layout of a table; nullopt if the file is not a table of numbers.
std::optional<TableLayout> findTableLayout(const FileCandidate &candidate);

} // namespace anchorscope::io
