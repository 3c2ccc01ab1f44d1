// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"
#include "io/roles/part.h"
#include "io/text/lineblocks.h"

#include <optional>

namespace anchorscope::io {

constexpr std::size_t layoutSampleRows = 200; ///< number of rows from which column roles are inferred

/// Layout of a table of numbers or of a list of JSON objects, found from its first rows and the user's choice of
/// columns.
struct TableLayout
{
    RecordShape shape;
    bool hasHeader = false;
    std::uint64_t dataOffset = 0; ///< offset of the first line after the header, in bytes
    Index firstLine = 1;          ///< line number at that offset
    std::vector<Part> columns;
    std::vector<Index> widths;      ///< number of values in a field of each vector column; above 1 if a field holds a
                                    ///< whole vector
    std::vector<std::string> notes; ///< sentences about guesses that the user should know
    std::optional<Error> refusal;   ///< reason why the table cannot be read

    bool has(ColumnUse use) const;
    Index dimensions() const;   ///< number of dimensions, summed over all vector columns
    std::string idName() const; ///< name of the id column; empty: none
};

/// Fills in the roles of the columns named in `layout`: inferred from the rows from `first` on, then changed by the
/// user's choice (applyColumnChoice). False if no column holds numbers.
bool findRoles(const TextRows &rows, std::size_t first, const std::string &choice, TableLayout &layout);

/// Finds the layout of a table; nullopt for files that are not a table of numbers.
std::optional<TableLayout> findTableLayout(const FileCandidate &candidate);

} // namespace anchorscope::io
