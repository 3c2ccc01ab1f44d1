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

/// Rows that were parsed from one block of lines.
struct RowBlock
{
    Index lines = 0;
    std::vector<std::string> ids;    ///< ids of the rows; empty if they have none
    std::vector<std::string> labels; ///< labels of the rows; or empty
    std::vector<std::string> others; ///< texts of further columns, rows × columns
    std::vector<float> values;       ///< numbers of the vectors, rows × dimensions
    struct BadLine
    {
        Index line;  ///< line within the block, from 0
        Index after; ///< number of good rows of the block before this line
        std::string message;
    };
    std::vector<BadLine> bad;

    /// Records a line that is not a row of `dimensions` numbers, after the rows added so far.
    void refuse(Index line, Index dimensions, std::string message)
    {
        bad.push_back({line, std::ssize(values) / dimensions, std::move(message)});
    }
};

/// Collects the rows of a file, block by block. Retains the first row of each id, counts omitted rows, rejects or skips
/// bad lines, and retains all rows, the first ones or a sample, depending on the options.
class RowCollector
{
public:
    /// Creates an empty collection. `firstLine`: number of the first line of data (or of the first row, if `unit` is
    /// "row"), from 1.
    RowCollector(Index dimensions, bool hasIds, Index firstLine, const OpenOptions &options,
                 FileBudget budget = FileBudget(), const char *unit = "line");

    /// Adds a block. Returns false when no more are needed: there are enough rows, or an error occurred.
    bool take(RowBlock block);

    /// Sets the name of a table's id column, which must have a value in every row.
    void nameIds(std::string column) { m_idColumn = std::move(column); }

    /// Completes reading, whose own result is `read`, and sorts sampled rows into the order of the file. Errors: those
    /// of reading and of take(), "bad-dataset" if the ids are not distinct, and `noRows`.
    Status finish(const Status &read, const Error &noRows);

    Status status() const { return m_error ? Status(*m_error) : Status(Done{}); }
    Index rows() const { return m_rows; }
    /// Number of all rows seen, including omitted and bad ones.
    Index seen() const { return m_good + m_badRows; }
    /// Position in the file of each retained row, from 0; bad rows are counted.
    const std::vector<Index> &rowNumbers() const { return m_rowNumbers; }
    std::vector<std::string> takeIds() { return std::move(m_ids); }
    std::vector<std::string> takeLabels() { return std::move(m_labels); }
    /// Returns the texts of the further columns, one list for each.
    std::vector<std::vector<std::string>> takeOthers() { return std::move(m_others); }
    Matrix takeMatrix();
    /// Sets the counts and sentences about rows that were omitted or sampled.
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
    Index m_good = 0; ///< number of good rows seen
    std::string m_firstDuplicate, m_idColumn;
    std::unordered_set<std::string> m_seen;
    std::vector<std::string> m_ids, m_labels;
    std::vector<std::vector<std::string>> m_others; ///< texts of the further columns, one list for each
    std::vector<Index> m_rowNumbers;                ///< file position of each retained row
    Matrix m_values;                                ///< vectors of the retained rows; may have unused rows at the end
    FileBudget m_budget;
    std::optional<Error> m_error;
};

} // namespace anchorscope::io
