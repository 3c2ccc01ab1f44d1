// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5reader.h"
#include "io/rows/tablelayout.h"

namespace anchorscope::io {

/// What the helper says of a file of columns before they are read (reader/columns/columnframe.h).
struct ColumnListing
{
    struct Column
    {
        std::string name, type;
        std::size_t number = 0;               ///< in the file
        bool numeric = false;                 ///< numbers or lists of numbers
        std::vector<std::string> sample = {}; ///< its first rows as texts
        std::optional<Error> problem = {};    ///< why it is not read
    };
    std::string format; ///< “Parquet”
    std::string note;   ///< a sentence about the whole; empty: none
    Index rows = 0;
    std::vector<Column> columns;
};

/// Errors: those of readHdf5().
Result<ColumnListing> listColumns(const InputFile &file, const RunContext &context);

/// How the columns are read: by the roles that tables have. `readable`: of the listing's columns those of the layout.
/// Errors: "bad-dataset" without vectors; what is said of a column that seems to hold them and cannot be read.
struct ColumnarLayout
{
    TableLayout table;
    std::vector<std::size_t> readable;
};
Result<ColumnarLayout> layoutOf(const ColumnListing &listing, const std::string &choice);

/// The path of a column in what the helper hands back: its numbers, text, …
std::string columnPath(const ColumnListing::Column &column, const char *what);

} // namespace anchorscope::io
