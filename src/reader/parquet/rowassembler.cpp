// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/parquet/rowassembler.h"

#include <algorithm>
#include <cstring>

namespace anchorscope::parquet {

namespace {

/// First position from `begin` on with another level, or the end.
std::size_t endOfRun(const std::vector<std::uint8_t> &levels, std::size_t begin)
{
    const auto first = levels.begin() + static_cast<std::ptrdiff_t>(begin);
    return begin + static_cast<std::size_t>(
                       std::find_if(first, levels.end(), [&](std::uint8_t each) { return each != *first; }) - first);
}

} // namespace

void RowAssembler::take(const Page &page)
{
    if (m_leaf.maxRepetition == 0)
        takeScalars(page);
    else
        takeLists(page);
}

void RowAssembler::finish()
{
    closeRow();
}

/// Adds rows of one value each.
void RowAssembler::emitRows(const Page &page, std::size_t value, std::size_t count)
{
    const PageValues &values = page.values;
    if (!m_leaf.asText) {
        m_sink.rows(m_leaf.number, values.fixed + value * values.width, count, 1);
        return;
    }
    if (m_leaf.floats && values.width > 0) {
        m_sink.rows(NumberType::float32, values.fixed + value * values.width, count, values.width / 4);
        return;
    }
    for (std::size_t i = value; i < value + count; ++i) {
        const Bytes bytes = values.at(i);
        if (m_leaf.floats && bytes.size() % 4 == 0)
            m_sink.rows(NumberType::float32, bytes.data(), 1, bytes.size() / 4);
        else
            m_sink.textRow(m_sink.isSelected() ? textOf(m_leaf, bytes) : std::string());
    }
}

void RowAssembler::emitValues(const Page &page, std::size_t value, std::size_t count)
{
    const PageValues &values = page.values;
    if (!m_leaf.asText) {
        m_sink.numbers(m_leaf.number, values.fixed + value * values.width, count);
        return;
    }
    for (std::size_t i = value; i < value + count; ++i)
        m_sink.text(m_sink.isSelected() ? textOf(m_leaf, values.at(i)) : std::string());
}

void RowAssembler::takeScalars(const Page &page)
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

void RowAssembler::takeLists(const Page &page)
{
    std::size_t value = 0;
    for (std::size_t at = 0; at < page.count && !m_sink.done();) {
        if (page.repetition[at] != 0 && !m_open)
            damagedColumn("a list begins within");
        if (page.repetition[at] == 0)
            closeRow();
        const void *next = std::memchr(page.repetition.data() + at + 1, 0, page.count - at - 1);
        const std::size_t end =
            next ? static_cast<std::size_t>(static_cast<const std::uint8_t *>(next) - page.repetition.data())
                 : page.count;
        takeList(page, at, end, value);
        if (page.values.width > 0)
            m_taken(page.values.fixed + value * page.values.width);
        at = end;
    }
}

/// Adds entries of one list, or a row without one.
void RowAssembler::takeList(const Page &page, std::size_t begin, std::size_t end, std::size_t &value)
{
    const unsigned first = page.definition.empty() ? m_leaf.maxDefinition : page.definition[begin];
    if (!m_open && first + 1 < m_leaf.listDefinition) {
        m_sink.missingRow();
        return;
    }
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

void RowAssembler::closeRow()
{
    if (m_open)
        m_sink.endRow();
    m_open = false;
}

} // namespace anchorscope::parquet
