// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/parquet/parquetsource.h"

#include "frame/frame.h"
#include "reader/columns/valuetext.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <functional>

namespace anchorscope::parquet {

namespace {

/// Returns the end of a run of equal levels that starts at `begin`.
std::size_t endOfRun(const std::vector<std::uint8_t> &levels, std::size_t begin)
{
    const auto first = levels.begin() + static_cast<std::ptrdiff_t>(begin);
    return begin + static_cast<std::size_t>(
                       std::find_if(first, levels.end(), [&](std::uint8_t each) { return each != *first; }) - first);
}

/// Assembles rows from the levels and values of pages (Melnik et al., “Dremel”, 2010, section 4.2). Lists are not
/// nested; the values of a list may continue in the next page.
class RowAssembler
{
public:
    RowAssembler(const Leaf &leaf, RowSink &sink) : m_leaf(leaf), m_sink(sink) {}
    void take(const Page &page)
    {
        if (m_leaf.maxRepetition == 0)
            takeScalars(page);
        else
            takeLists(page);
    }
    /// Ends the last row, which could continue in another page. Call it after the last page of a row group.
    void finish()
    {
        if (m_open)
            m_sink.endRow();
        m_open = false;
    }

private:
    /// Passes `count` rows to the sink, one value per row. `value`: index of the first value.
    void emitRows(const Page &page, std::size_t value, std::size_t count)
    {
        const PageValues &values = page.values;
        if (!m_leaf.asText)
            return m_sink.rows(m_leaf.number, values.fixed + value * values.width, count, 1);
        const std::size_t each = m_leaf.packed ? bytesOf(*m_leaf.packed) : 0;
        if (each > 0 && values.width > 0 && values.width % each == 0)
            return m_sink.rows(*m_leaf.packed, values.fixed + value * values.width, count, values.width / each);
        for (std::size_t i = value; i < value + count; ++i) {
            const Bytes bytes = values.at(i);
            if (each > 0 && bytes.size() % each == 0)
                m_sink.rows(*m_leaf.packed, bytes.data(), 1, bytes.size() / each);
            else
                m_sink.textRow(m_sink.isSelected() ? textOf(m_leaf, bytes) : std::string());
        }
    }

    void emitValues(const Page &page, std::size_t value, std::size_t count)
    {
        const PageValues &values = page.values;
        if (!m_leaf.asText)
            return m_sink.numbers(m_leaf.number, values.fixed + value * values.width, count);
        for (std::size_t i = value; i < value + count && m_sink.isSelected(); ++i) {
            const std::string text = textOf(m_leaf, values.at(i));
            double number = 0;
            if (m_leaf.info.numeric &&
                std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc())
                m_sink.numbers(NumberType::float64, reinterpret_cast<const std::byte *>(&number), 1);
            else
                m_sink.text(text);
        }
    }

    void takeScalars(const Page &page)
    {
        if (page.definition.empty())
            return emitRows(page, 0, page.count);
        std::size_t value = 0;
        for (std::size_t at = 0; at < page.count && !m_sink.done();) {
            const std::size_t end = endOfRun(page.definition, at);
            if (page.definition[at] == m_leaf.maxDefinition) {
                emitRows(page, value, end - at);
                value += end - at;
            } else {
                for (std::size_t i = at; i < end; ++i)
                    m_sink.missingRow();
            }
            at = end;
        }
    }

    void takeLists(const Page &page)
    {
        std::size_t value = 0;
        for (std::size_t at = 0; at < page.count && !m_sink.done();) {
            if (page.repetition[at] != 0 && !m_open)
                damagedColumn("a list begins within");
            if (page.repetition[at] == 0)
                finish();
            const void *next = std::memchr(page.repetition.data() + at + 1, 0, page.count - at - 1);
            const std::size_t end =
                next ? static_cast<std::size_t>(static_cast<const std::uint8_t *>(next) - page.repetition.data())
                     : page.count;
            takeList(page, at, end, value);
            at = end;
        }
    }

    /// Passes a list, the values at the positions [begin, end) of a page, to the sink; a missing row for a missing
    /// list.
    void takeList(const Page &page, std::size_t begin, std::size_t end, std::size_t &value)
    {
        const unsigned first = page.definition.empty() ? m_leaf.maxDefinition : page.definition[begin];
        if (!m_open && first + 1 < m_leaf.listDefinition)
            return m_sink.missingRow();
        if (!m_open)
            m_sink.beginRow();
        m_open = true;
        if (page.definition.empty()) {
            emitValues(page, value, end - begin);
            value += end - begin;
            return;
        }
        for (std::size_t at = begin; at < end;) {
            const std::size_t stop = std::min(end, endOfRun(page.definition, at));
            const unsigned level = page.definition[at];
            if (level == m_leaf.maxDefinition) {
                emitValues(page, value, stop - at);
                value += stop - at;
            } else if (level >= m_leaf.listDefinition) {
                for (std::size_t i = at; i < stop; ++i)
                    m_sink.missingValue();
            }
            at = stop;
        }
    }

    const Leaf &m_leaf;
    RowSink &m_sink;
    bool m_open = false; ///< true if the current list may continue in the next page
};

std::string chunkProblem(const ColumnChunk &chunk)
{
    if (chunk.encrypted)
        return "this column is encrypted; save it without encryption";
    if (chunk.elsewhere)
        return "the values of this column are in another file; open that, or save all in one file";
    return {};
}

} // namespace

ParquetSource::ParquetSource(const FileBytes &file) : m_file(file), m_footer(readFooter(file))
{
    m_leaves = leavesOf(m_footer.schema);
    for (std::size_t i = 0; i < m_leaves.size(); ++i) {
        for (const RowGroup &group : m_footer.groups) {
            const std::string problem = chunkProblem(group.columns[i]);
            if (problem.empty() || !m_leaves[i].info.problem.empty())
                continue;
            m_leaves[i].info.problem = problem;
            m_leaves[i].info.problemCode = "unsupported-type";
        }
        findFloats(i);
        m_columns.push_back(m_leaves[i].info);
    }
}

/// Treats a column of bytes as vectors if its bytes look like numbers, because some programs cannot write lists.
void ParquetSource::findFloats(std::size_t column)
{
    Leaf &leaf = m_leaves[column];
    const bool isBytes =
        leaf.element.physical == PhysicalType::bytes || leaf.element.physical == PhysicalType::fixedBytes;
    if (isBytes && leaf.element.meaning == LogicalType::plain && leaf.maxRepetition == 0 && leaf.info.problem.empty())
        leaf.packed = packedNumbers([&](RowSink &sink) { read(column, sink, [] {}); }, leaf.info,
                                    [&](NumberType type) { leaf.packed = type; });
}

void ParquetSource::read(std::size_t column, RowSink &sink, const std::function<void()> &step)
{
    for (const RowGroup &group : m_footer.groups) {
        if (sink.done())
            return;
        if (sink.toSkip() >= group.rows)
            sink.skip(group.rows);
        else
            readGroup(column, group, sink, step);
    }
}

/// Decodes the first page of a column chunk; returns false if the chunk has no pages.
bool ParquetSource::begin(std::size_t column, const RowGroup &group)
{
    const ColumnChunk &chunk = group.columns[column];
    if (m_begun == &chunk)
        return true;
    const Leaf &leaf = m_leaves[column];
    m_begun = nullptr;
    m_chunk.emplace(m_file, chunk, leaf.element, leaf.maxRepetition, leaf.maxDefinition, m_memory);
    if (!m_chunk->next(m_page))
        return false;
    m_begun = &chunk;
    return true;
}

void ParquetSource::readGroup(std::size_t column, const RowGroup &group, RowSink &sink,
                              const std::function<void()> &step)
{
    const Leaf &leaf = m_leaves[column];
    const std::uint64_t end = sink.row() + group.rows;
    RowAssembler rows(leaf, sink);
    for (bool more = begin(column, group); more && !sink.done();) {
        rows.take(m_page);
        step();
        if (sink.done())
            break;
        m_begun = nullptr;
        more = m_chunk->next(m_page);
    }
    if (sink.done())
        return;
    rows.finish();
    if (sink.row() != end)
        damagedColumn("a column has ", sink.row() + group.rows - end, " rows in a group of ", group.rows);
}

} // namespace anchorscope::parquet
