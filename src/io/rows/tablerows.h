// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/itemmetadata.h"
#include "io/rows/tablelayout.h"
#include "io/rows/vectorrows.h"

#include <utility>

namespace anchorscope::io {

/// Appends the number in a field to `values`; if `width` is above 1, the numbers of a vector of this length. For other
/// fields returns false, and `values` may have some of the field's numbers at its end.
bool parseNumbers(std::string_view field, Index width, std::vector<float> &values);
/// Returns what a field contains instead of a vector of the expected length, for errors.
std::string foundVector(std::string_view field);
/// Parses a row and appends its vector, id, label and other texts to a block, as the roles of its columns require. If
/// the row has no readable vector, returns false and appends nothing.
bool parseRow(const std::vector<std::string> &fields, const TableLayout &layout, RowBlock &block);

/// Returns why parseRow() rejects a row, as a sentence without the line number.
std::string complaint(const std::vector<std::string> &fields, const TableLayout &layout);

/// Passes records one by one to a collector, in blocks of rows.
class RecordRows
{
public:
    RecordRows(const TableLayout &layout, RowCollector &rows) : m_layout(layout), m_rows(rows) {}

    /// Adds a record. Returns false when no more are needed.
    bool add(const std::vector<std::string> &fields);
    /// Passes on the records since the last block.
    bool flush() { return m_rows.take(std::exchange(m_block, {})); }

private:
    const TableLayout &m_layout;
    RowCollector &m_rows;
    RowBlock m_block;
};

/// Completes the collection (RowCollector::finish()) and converts its rows to an opened file. Each column of whole
/// vectors is a space named after it; all columns of single numbers are one space named after the file. `metadata`:
/// path of a file with further columns of all rows (readMetadata()), or empty.
Result<OpenedFile> assembleRows(const FileCandidate &candidate, const TableLayout &layout, RowCollector &rows,
                                const Status &read, const std::string &noRows, const std::string &metadata = {});

/// Reads ids, labels and further columns from a metadata file of the Embedding Projector: an optional header, and a
/// line for each row of a file of vectors (readItemLines()). The file of vectors has `rows` rows, of which those with
/// the indices `kept` were read. Warns about a metadata file with another number of rows and does not use it. Errors:
/// those of reading, "too-large".
Status readMetadata(const std::string &path, const std::vector<Index> &kept, Index rows, const OpenOptions &options,
                    ItemMetadata &columns, std::vector<std::string> &warnings);

} // namespace anchorscope::io
