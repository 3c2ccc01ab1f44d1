// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5reader.h"
#include "io/rows/tablelayout.h"

namespace anchorscope::io {

/// Description of a columnar file from the helper process, before its values are read (reader/columns/columnframe.h).
struct ColumnListing
{
    struct Column
    {
        std::string name, type;
        std::size_t number = 0;               ///< position of the column in the file, from 0
        bool numeric = false;                 ///< true if the column holds numbers or lists of numbers
        std::vector<std::string> sample = {}; ///< texts of the column in the first rows
        std::optional<Error> problem = {};    ///< reason why the column cannot be read
    };
    std::string format; ///< name of the format, e.g. “Parquet”
    std::string note;   ///< sentence for the user about the file, or empty
    Index rows = 0;
    std::vector<Column> columns;
};

/// Lists the columns of a file through the helper process. Errors: those of readHdf5().
Result<ColumnListing> listColumns(const InputFile &file, const RunContext &context);

/// Roles of the columns of a columnar file. `readable` maps the columns of the layout to columns of the listing.
struct ColumnarLayout
{
    TableLayout table;
    std::vector<std::size_t> readable;
};
Result<ColumnarLayout> layoutOf(const ColumnListing &listing, const std::string &choice);

/// Path of one part of a column (its numbers, text, …) in the helper's reply.
std::string columnPath(const ColumnListing::Column &column, const char *what);

} // namespace anchorscope::io
