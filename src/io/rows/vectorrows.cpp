// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/rows/vectorrows.h"

#include "frame/budget.h"
#include "io/formats/itemmetadata.h"
#include "io/roles/assign.h"

#include <algorithm>
#include <numeric>

namespace anchorscope::io {

namespace {

template <class T> void reorder(std::vector<T> &values, const std::vector<Index> &order)
{
    std::vector<T> ordered;
    for (std::size_t i = 0; i < values.size(); ++i)
        ordered.push_back(std::move(values[static_cast<std::size_t>(order[i])]));
    values = std::move(ordered);
}

} // namespace

RowCollector::RowCollector(Index dimensions, bool hasIds, Index firstLine, const OpenOptions &options,
                           FileBudget budget, const char *unit)
    : m_dimensions(dimensions), m_hasIds(hasIds), m_line(firstLine), m_unit(unit), m_options(options), m_budget(budget)
{
    if (options.sample && options.maxRows > 0)
        m_sample.emplace(options.maxRows, options.sampleSeed);
}

bool RowCollector::take(RowBlock block)
{
    if (!block.bad.empty() && !m_options.skipBadRows) {
        m_error = Error(ErrorCode::badLine, block.bad.front().message)
                      .at(m_unit + (' ' + std::to_string(m_line + block.bad.front().line)));
        return false;
    }
    const Index badBefore = m_badRows;
    m_badRows += std::ssize(block.bad);
    m_line += block.lines;
    const std::size_t rows = block.values.size() / static_cast<std::size_t>(m_dimensions);
    if (rows > 0 && m_others.empty())
        m_others.resize(block.others.size() / rows);
    // Sampled rows are few, so their memory is not checked.
    if (!m_sample && !countDecoded(block, rows))
        return false;
    makeRoom(static_cast<Index>(rows));
    std::size_t bad = 0; // number of bad lines of the block before row i
    for (std::size_t i = 0; i < rows; ++i) {
        while (bad < block.bad.size() && block.bad[bad].after <= static_cast<Index>(i))
            ++bad;
        const Index number = m_good++ + badBefore + static_cast<Index>(bad);
        if (m_hasIds && m_seen.contains(block.ids[i])) {
            if (!countRepeat(block.ids[i]))
                return false;
            continue;
        }
        std::optional<Index> slot = m_rows;
        if (m_sample)
            slot = m_hasIds ? m_sample->offer(block.ids[i]) : m_sample->offer(number);
        if (!slot)
            continue;
        store(*slot, block, i);
        m_rowNumbers[static_cast<std::size_t>(*slot)] = number;
        if (!m_sample && m_rows == m_options.maxRows)
            return false;
    }
    return true;
}

/// Counts a row that repeats an earlier id. Sets an error and returns false for an empty field of an id column.
bool RowCollector::countRepeat(const std::string &id)
{
    if (m_duplicates++ == 0)
        m_firstDuplicate = id;
    if (id.empty() && !m_idColumn.empty())
        m_error = Error(ErrorCode::badDataset, "several rows have no id in “", m_idColumn,
                        "”; give each one, or read the rows by their numbers: --columns other=", m_idColumn);
    return !m_error;
}

/// Checks that a block fits into memory before it is stored; otherwise sets an error and returns false.
bool RowCollector::countDecoded(const RowBlock &block, std::size_t rows)
{
    std::uint64_t bytes = frame::bytesOfNumbers(rows, static_cast<std::uint64_t>(m_dimensions));
    for (const auto *texts : {&block.ids, &block.labels, &block.others}) {
        for (const std::string &text : *texts)
            bytes += frame::bytesOfStrings(1, text.size());
    }
    const Status fits = m_budget.take(bytes);
    if (!fits)
        m_error = fits.error().at(m_unit + (' ' + std::to_string(m_line)));
    return fits.ok();
}

/// Enlarges the matrix by at least half of its rows. This is fast, because the system moves large blocks of memory
/// without copying them; unused rows take no memory.
void RowCollector::makeRoom(Index more)
{
    Index needed = m_rows + more;
    if (m_options.maxRows > 0)
        needed = std::min(needed, m_options.maxRows);
    if (needed > m_values.rows())
        m_values.conservativeResize(std::max(needed, m_values.rows() + m_values.rows() / 2), m_dimensions);
}

void RowCollector::store(Index slot, RowBlock &block, std::size_t row)
{
    const auto at = static_cast<std::size_t>(slot);
    if (slot == m_rows) {
        ++m_rows;
        if (m_hasIds)
            m_ids.emplace_back();
        if (!block.labels.empty())
            m_labels.emplace_back();
        for (auto &column : m_others)
            column.emplace_back();
        m_rowNumbers.push_back(0);
    } else if (m_hasIds) {
        m_seen.erase(m_ids[at]);
    }
    if (m_hasIds) {
        m_seen.insert(block.ids[row]);
        m_ids[at] = std::move(block.ids[row]);
    }
    if (!block.labels.empty())
        m_labels[at] = std::move(block.labels[row]);
    for (std::size_t i = 0; i < m_others.size(); ++i)
        m_others[i][at] = std::move(block.others[row * m_others.size() + i]);
    const float *values = block.values.data() + row * static_cast<std::size_t>(m_dimensions);
    std::copy(values, values + m_dimensions, m_values.row(slot).data());
}

Status RowCollector::finish(const Status &read, const std::string &noRows)
{
    if (!read)
        return read;
    if (m_error)
        return *m_error;
    if (m_duplicates > 0 && areTooManyRepeats(static_cast<std::size_t>(m_duplicates), static_cast<std::size_t>(m_good)))
        return repeatedIds(m_idColumn, m_duplicates, m_good);
    if (m_badRows * 2 > seen())
        return Error(ErrorCode::badDataset, "most of its rows, ", m_badRows, " of ", seen(),
                     ", cannot be read as vectors; choose another file, or of a table "
                     "other columns: --columns vector=NAME");
    if (m_rows == 0)
        return Error(ErrorCode::badDataset, noRows);
    m_values.conservativeResize(m_rows, m_dimensions);
    if (!m_sample)
        return Done{};
    std::vector<Index> order(static_cast<std::size_t>(m_rows));
    std::iota(order.begin(), order.end(), Index{0});
    std::sort(order.begin(), order.end(), [this](Index a, Index b) {
        return m_rowNumbers[static_cast<std::size_t>(a)] < m_rowNumbers[static_cast<std::size_t>(b)];
    });
    reorder(m_ids, order);
    reorder(m_labels, order);
    for (auto &column : m_others)
        reorder(column, order);
    reorder(m_rowNumbers, order);
    m_values = Matrix(m_values(order, allIndices));
    return Done{};
}

void RowCollector::describe(OpenedFile &opened) const
{
    opened.duplicates += m_duplicates;
    opened.badRows += m_badRows;
    if (m_sample && m_rows < m_good)
        noteSample(opened, m_rows, {m_good, m_options.sampleSeed});
    if (m_duplicates > 0)
        opened.warnings.push_back(
            "Rows left out because their id had occurred before: " + std::to_string(m_duplicates) + " (the first is “" +
            m_firstDuplicate + "”); the first of each was kept.");
    if (m_badRows > 0)
        opened.warnings.push_back("Rows of wrong length that were left out: " + std::to_string(m_badRows) + ".");
}

} // namespace anchorscope::io
