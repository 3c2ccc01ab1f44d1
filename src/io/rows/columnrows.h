// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/openedfile.h"
#include "io/rows/columnlisting.h"

namespace anchorscope::io {

/// Collects the rows of one file of columns, or of several one after the other.
class ColumnRows
{
public:
    /// `rows`: of all files together.
    ColumnRows(const ColumnListing &listing, ColumnarLayout layout, Index rows, const OpenOptions &options);

    /// Room for the vectors. Error "too-large".
    Status prepare();
    /// Reads `count` rows from the beginning of a file. Errors: those of readHdf5(), of columns that cannot be read.
    Status add(const InputFile &file, Index count, const RunContext &context);
    /// What was read, with the name of its only space where it has none. Error "bad-line" for the first row that has no
    /// vector, unless bad rows are left out.
    Result<OpenedFile> finish(const std::string &path);

private:
    struct Space
    {
        std::string name, type;
        std::vector<std::size_t> columns; ///< of the layout
        Matrix vectors = {};
    };
    const ColumnListing::Column &source(std::size_t column) const
    {
        return m_listing.columns[m_layout.readable[column]];
    }
    Hdf5Request requestFor(const InputFile &file, Index count) const;
    Status addVectors(Hdf5Content &content, std::size_t column, Space &space, Index firstColumn, Index count);
    Status parseVectors(const Hdf5Content &content, const frame::Node &node, std::size_t column, Space &space,
                        Index firstColumn);
    void addStates(const Hdf5Content &content, std::size_t column, Index count);
    void markBad(Index row, std::string why);
    Status addTexts(const Hdf5Content &content, std::size_t column);
    std::vector<Index> goodRows() const;
    void dropBadRows();

    const ColumnListing &m_listing;
    ColumnarLayout m_layout;
    Index m_rows;
    const OpenOptions &m_options;
    std::vector<Space> m_spaces;
    std::vector<std::vector<std::string>> m_texts; ///< by column; empty: not read
    std::vector<Index> m_missing;                  ///< values, by column
    std::vector<bool> m_bad;                       ///< by row; empty: none is
    Index m_badRows = 0, m_firstBad = 0;
    std::string m_complaint; ///< about the first of them
    Index m_done = 0;        ///< rows of the files before
    std::vector<std::string> m_warnings;
};

} // namespace anchorscope::io
