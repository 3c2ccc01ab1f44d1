// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"
#include "io/hdf5/hdf5reader.h"
#include "io/rows/tablelayout.h"

#include <memory>

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

/// Reads all columns of a file as texts, except lists of numbers and columns listed as unreadable. Errors: those of
/// readHdf5(), and those of columns that turn out to be unreadable.
Result<NamedTexts> readTexts(const InputFile &file, const ColumnListing &listing, const RunContext &context);

/// Layout of a table of the readable columns. Its column i has the index readable[i] in the listing of all columns.
struct ColumnarLayout
{
    TableLayout table;
    std::vector<std::size_t> readable;
};
Result<ColumnarLayout> layoutOf(const ColumnListing &listing, const std::string &choice);

/// Columns that are part of a file's path, as in “label=cat/part-0.parquet”: name, and value in all rows of the file.
using PartKeys = std::vector<std::pair<std::string, std::string>>;

/// One file of a table.
struct TablePart
{
    std::shared_ptr<const InputFile> file;
    ColumnListing listing;
    PartKeys keys;
};

/// Reads the files of a table one after the other, as many rows as the options require; they have the same columns. A
/// space without a name is named after the candidate's path. Errors: those of readHdf5(), and of columns that cannot be
/// read; "too-large"; "bad-line" for the first row without a vector, unless OpenOptions::skipBadRows is set.
Result<OpenedFile> readParts(const std::vector<TablePart> &parts, const FileCandidate &candidate,
                             const RunContext &context);

} // namespace anchorscope::io
