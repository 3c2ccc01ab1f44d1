// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/result.h"
#include "io/files/filebudget.h"
#include "io/formats/openedfile.h"
#include "io/formats/rowsample.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace anchorscope::io {

/// Rows of vectors from one block of a text file.
struct RowBlock
{
    Index lines = 0;
    std::vector<std::string> ids;    ///< ids of the rows; empty if the file has none
    std::vector<std::string> labels; ///< labels of the rows; empty if the file has none
    std::vector<std::string> others; ///< texts of columns other than ids and labels, row by row
    std::vector<float> values;       ///< elements of the vectors, row by row
    struct BadLine
    {
        Index line;  ///< number of the bad line within the block, from 0
        Index after; ///< number of good rows of the block before the bad line
        std::string message;
    };
    std::vector<BadLine> bad;

    /// Records a line that does not contain `dimensions` numbers. Call it after the rows before this line were added.
    void refuse(Index line, Index dimensions, std::string message)
    {
        bad.push_back({line, std::ssize(values) / dimensions, std::move(message)});
    }
};

/// Collects rows block by block: all, the first ones or a random sample, depending on the options. Of rows with the
/// same id it stores the first and counts the others. Bad lines are errors or are skipped.
class RowCollector
{
public:
    /// Starts the collection. `firstLine`: number, from 1, of the first line of data (or row, if `unit` is "row").
    RowCollector(Index dimensions, bool hasIds, Index firstLine, const OpenOptions &options,
                 FileBudget budget = FileBudget(), const char *unit = "line");

    /// Returns false if reading should stop, because enough rows are stored or an error occurred.
    bool take(RowBlock block);

    /// Sets the name of a table's id column, for errors about empty ids.
    void nameIds(std::string column) { m_idColumn = std::move(column); }

    /// Completes the collection after reading ended with the status `read`; sorts sampled rows into the order of the
    /// file. Errors: those of reading and take(); "bad-dataset" if too many ids repeat or no row was found (with
    /// the sentence `noRows`).
    Status finish(const Status &read, const std::string &noRows);

    Status status() const { return m_error ? Status(*m_error) : Status(Done{}); }
    Index rows() const { return m_rows; }
    /// Returns the number of all rows read, including repeated, unsampled and bad ones.
    Index seen() const { return m_good + m_badRows; }
    /// Returns each stored row's position in the file, from 0, counting bad rows.
    const std::vector<Index> &rowNumbers() const { return m_rowNumbers; }
    std::vector<std::string> takeIds() { return std::move(m_ids); }
    std::vector<std::string> takeLabels() { return std::move(m_labels); }
    /// Returns the texts of columns other than ids and labels, by column.
    std::vector<std::vector<std::string>> takeOthers() { return std::move(m_others); }
    Matrix takeMatrix() { return std::move(m_values); }
    /// Stores how many rows were omitted, and adds sentences about omitted and sampled rows.
    void describe(OpenedFile &opened) const;

private:
    bool countRepeat(const std::string &id);
    bool countDecoded(const RowBlock &block, std::size_t rows);
    void makeRoom(Index more);
    void store(Index slot, RowBlock &block, std::size_t row);

    Index m_dimensions;
    bool m_hasIds;
    Index m_line;
    const char *m_unit;
    const OpenOptions &m_options;
    std::optional<RowSample> m_sample;
    Index m_rows = 0, m_duplicates = 0, m_badRows = 0;
    Index m_good = 0;
    std::string m_firstDuplicate, m_idColumn;
    std::unordered_set<std::string> m_seen;
    std::vector<std::string> m_ids, m_labels;
    std::vector<std::vector<std::string>> m_others;
    std::vector<Index> m_rowNumbers;
    Matrix m_values; ///< vectors of the stored rows; may have unused rows at the end
    FileBudget m_budget;
    std::optional<Error> m_error;
};

} // namespace anchorscope::io
