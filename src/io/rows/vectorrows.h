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

/// Rows parsed from one block of lines.
struct RowBlock
{
    Index lines = 0;
    std::vector<std::string> ids;    ///< one per row, or none if rows have no ids
    std::vector<std::string> labels; ///< one per row, or none
    std::vector<std::string> others; ///< rows × further columns
    std::vector<float> values;       ///< rows × dimensions
    struct BadLine
    {
        Index line;  ///< within the block, from 0
        Index after; ///< good rows of the block before it
        std::string message;
    };
    std::vector<BadLine> bad;

    /// Notes a line that is not a row of `dimensions` numbers, after the rows so far.
    void refuse(Index line, Index dimensions, std::string message)
    {
        bad.push_back({line, std::ssize(values) / dimensions, std::move(message)});
    }
};

/// Puts blocks together: keeps the first row of each id, counts what is left out, refuses or skips bad lines; keeps all
/// rows, the first ones or a sample, as the options say.
class RowCollector
{
public:
    /// `firstLine`: number of the first line of data, from 1; or of the first row, where `unit` is "row".
    RowCollector(Index dimensions, bool hasIds, Index firstLine, const OpenOptions &options,
                 FileBudget budget = FileBudget(), const char *unit = "line");

    /// Adds a block. Returns false if no more are needed: enough rows, or an error.
    bool take(RowBlock block);

    /// Sets the column of a table that holds the ids, which needs a value in every row.
    void nameIds(std::string column) { m_idColumn = std::move(column); }

    /// Ends the reading, whose own result is `read`: puts rows that were drawn into the order of the file. Errors:
    /// those of reading and of take(), "bad-dataset" if the ids do not tell the items apart, and `noRows`.
    Status finish(const Status &read, const Error &noRows);

    Status status() const { return m_error ? Status(*m_error) : Status(Done{}); }
    Index rows() const { return m_rows; }
    /// All rows that were seen, kept or not, bad ones too.
    Index seen() const { return m_good + m_badRows; }
    /// The number of each kept row in the file, from 0, where rows of wrong length count.
    const std::vector<Index> &rowNumbers() const { return m_rowNumbers; }
    std::vector<std::string> takeIds() { return std::move(m_ids); }
    std::vector<std::string> takeLabels() { return std::move(m_labels); }
    /// A list of each further column.
    std::vector<std::vector<std::string>> takeOthers() { return std::move(m_others); }
    Matrix takeMatrix();
    /// Counts, and in sentences, what was left out or drawn.
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
    Index m_good = 0; ///< rows seen that are not bad
    std::string m_firstDuplicate, m_idColumn;
    std::unordered_set<std::string> m_seen;
    std::vector<std::string> m_ids, m_labels;
    std::vector<std::vector<std::string>> m_others; ///< by column
    std::vector<Index> m_rowNumbers;                ///< by slot
    Matrix m_values;                                ///< may have more rows than are used yet
    FileBudget m_budget;
    std::optional<Error> m_error;
};

} // namespace anchorscope::io
