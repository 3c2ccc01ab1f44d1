// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/parquet/parquetsource.h"

#include "frame/frame.h"
#include "reader/columns/valuetext.h"
#include "reader/parquet/rowassembler.h"

#include <algorithm>

namespace anchorscope::parquet {

namespace {

/// Decides whether the bytes of a column are vectors of one length.
class FloatsJudge
{
public:
    void see(Bytes value)
    {
        m_same = m_same && (m_seen == 0 || value.size() == m_bytes) && looksLikeFloats(value);
        m_text = m_text && isPlainText(value);
        m_bytes = value.size();
        ++m_seen;
    }
    std::uint64_t seen() const { return m_seen; }
    std::size_t bytes() const { return m_bytes; }
    /// True if at least 24 numbers look like floats, which random bytes hardly ever do.
    bool found() const { return m_same && !m_text && m_seen * m_bytes / 4 >= 24; }

private:
    bool m_same = true, m_text = true;
    std::size_t m_bytes = 0;
    std::uint64_t m_seen = 0;
};

/// Problem of a column whose chunks cannot be read at all.
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

/// Treats bytes without an annotation as float32 vectors if they look like it: writers without lists store vectors that
/// way.
void ParquetSource::findFloats(std::size_t column)
{
    Leaf &leaf = m_leaves[column];
    const bool isBytes =
        leaf.element.physical == PhysicalType::bytes || leaf.element.physical == PhysicalType::fixedBytes;
    if (!isBytes || leaf.element.meaning != LogicalType::plain || leaf.maxRepetition > 0 || !leaf.info.problem.empty())
        return;
    FloatsJudge judge;
    for (std::size_t i = 0; i < m_footer.groups.size() && judge.seen() < frame::sampleRows; ++i) {
        ChunkReader chunk(m_file, m_footer.groups[i].columns[column], leaf.element, 0, leaf.maxDefinition, m_memory);
        Page page;
        while (judge.seen() < frame::sampleRows && chunk.next(page)) {
            for (std::size_t k = 0; k < page.values.count && judge.seen() < frame::sampleRows; ++k)
                judge.see(page.values.at(k));
        }
    }
    if (!judge.found())
        return;
    leaf.floats = leaf.info.numeric = true;
    leaf.info.width = judge.bytes() / 4;
    leaf.info.type += " as float32";
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

/// Decodes the first page of a chunk; false without pages.
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
    RowAssembler rows(leaf, sink, [this](const std::byte *taken) {
        if (m_memory.releaseUntil(taken))
            m_begun = nullptr;
    });
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
        damagedColumn("a column has " + std::to_string(sink.row() + group.rows - end) + " rows in a group of " +
                      std::to_string(group.rows));
}

} // namespace anchorscope::parquet
