// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5reader.h"
#include "io/rows/tablelayout.h"

namespace anchorscope::io {

/// Columns of a columnar file, as the helper returns them before values are read (reader/columns/columnframe.h).
struct ColumnListing
{
    struct Column
    {
        std::string name, type;
        std::size_t number = 0;               ///< position of the column in the file, from 0
        bool numeric = false;                 ///< true if the column holds numbers or lists of numbers
        std::vector<std::string> sample = {}; ///< values of the column in the first rows, as text
        std::optional<Error> problem = {};
    };
    std::string format;
    std::string note; ///< sentence about the file for the user, or empty
    Index rows = 0;
    std::vector<Column> columns;
};

/// Lists the columns, by the helper process. Errors: those of readHdf5().
Result<ColumnListing> listColumns(const InputFile &file, const RunContext &context);

/// Layout with only the readable columns of a file: column i of the table is column readable[i] of the listing.
struct ColumnarLayout
{
    TableLayout table;
    std::vector<std::size_t> readable;
};
Result<ColumnarLayout> layoutOf(const ColumnListing &listing, const std::string &choice);

/// Returns the path of a column's values in the helper's reply. `what`: which values, such as “numbers” or “sample”.
std::string columnPath(const ColumnListing::Column &column, const char *what);

} // namespace anchorscope::io
