// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5reader.h"
#include "io/rows/tablelayout.h"

namespace anchorscope::io {

/// List of the columns of a columnar file (Parquet, Arrow), which the helper process returns before values are read
/// (reader/columns/columnframe.h).
struct ColumnListing
{
    struct Column
    {
        std::string name, type;
        std::size_t number = 0;               ///< position of the column in the file, from 0
        bool numeric = false;                 ///< true if the column holds numbers or lists of numbers
        std::vector<std::string> sample = {}; ///< values of the column in the first rows, as text
        std::optional<Error> problem = {};    ///< error if the column cannot be read
    };
    std::string format; ///< name of the format, e.g. “Parquet”
    std::string note;   ///< sentence about the file for the user, or an empty text
    Index rows = 0;
    std::vector<Column> columns;
};

/// Lists the columns of a file through the helper process. Errors: those of readHdf5().
Result<ColumnListing> listColumns(const InputFile &file, const RunContext &context);

/// Layout of a columnar file: a table with only the columns that can be read. Column i of the table is column
/// readable[i] of the listing.
struct ColumnarLayout
{
    TableLayout table;
    std::vector<std::size_t> readable;
};
Result<ColumnarLayout> layoutOf(const ColumnListing &listing, const std::string &choice);

/// Returns the path under which the helper's reply contains values of a column. `what`: which values, such as “numbers”
/// or “sample”.
std::string columnPath(const ColumnListing::Column &column, const char *what);

} // namespace anchorscope::io
