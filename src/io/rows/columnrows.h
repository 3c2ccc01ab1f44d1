// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/openedfile.h"
#include "io/hdf5/hdf5reader.h"
#include "io/rows/tablelayout.h"

#include <map>

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

/// Collects the rows of one columnar file, or of several files one after the other.
class ColumnRows
{
public:
    /// Starts the collection. `rows`: number of rows that all files have together.
    ColumnRows(const ColumnListing &listing, ColumnarLayout layout, Index rows, const OpenOptions &options);

    /// Allocates the memory for all vectors. Error "too-large".
    Status prepare();
    /// Reads the first `count` rows of a file. Errors: those of readHdf5(), and of columns that cannot be read.
    Status add(const InputFile &file, Index count, const RunContext &context);
    /// Adds the values of columns given by a file's path, for the next `count` rows.
    void addKeys(const PartKeys &keys, Index count);
    /// Returns the opened file; a space without a name is named after `path`. Error "bad-line" for the first row
    /// without a vector, unless OpenOptions::skipBadRows is set.
    Result<OpenedFile> finish(const std::string &path);

private:
    struct Space
    {
        std::string name, type;
        /// columns of the space, as indices into the layout
        std::vector<std::size_t> columns;
        Matrix vectors = {};
    };
    const ColumnListing::Column &source(std::size_t column) const
    {
        return m_listing.columns[m_layout.readable[column]];
    }
    Hdf5Request requestFor(const InputFile &file, Index count) const;
    Status addVectors(const Hdf5Content &content, std::size_t column, Space &space, Index firstColumn, Index count,
                      Index received);
    Status parseVectors(const Hdf5Content &content, const frame::Node &node, std::size_t column, Space &space,
                        Index firstColumn);
    void addStates(const Hdf5Content &content, std::size_t column, Index count);
    void markBad(Index row, std::string why);
    Status addTexts(const Hdf5Content &content, std::size_t column);
    void dropBadRows();

    const ColumnListing &m_listing;
    ColumnarLayout m_layout;
    Index m_rows;
    const OpenOptions &m_options;
    std::vector<Space> m_spaces;
    std::vector<std::vector<std::string>> m_texts;          ///< texts of each column; empty if it is not read as text
    std::map<std::string, std::vector<std::string>> m_keys; ///< texts of columns taken from file paths, by name
    std::vector<Index> m_missing;
    std::vector<bool> m_bad; ///< true for rows without a vector; empty if all rows have one
    Index m_badRows = 0, m_firstBad = 0;
    std::string m_complaint;
    Index m_done = 0; ///< number of rows of all files before the current one
    std::vector<std::string> m_warnings;
};

} // namespace anchorscope::io
