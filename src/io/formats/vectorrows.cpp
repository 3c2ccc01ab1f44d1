// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/formats/vectorrows.h"

#include <algorithm>
#include <cstring>

namespace anchorscope::io {

RowCollector::RowCollector(Index dimensions, bool hasIds, Index firstLine, const OpenOptions &options)
    : m_dimensions(dimensions), m_hasIds(hasIds), m_line(firstLine), m_options(options)
{
}

bool RowCollector::take(RowBlock block)
{
    if (!block.bad.empty() && !m_options.skipBadRows) {
        m_error = {"bad-line", block.bad.front().message, "",
                   "line " + std::to_string(m_line + block.bad.front().line)};
        return false;
    }
    m_badRows += static_cast<Index>(block.bad.size());
    m_line += block.lines;
    const auto width = static_cast<std::size_t>(m_dimensions);
    const std::size_t rows = block.values.size() / width;
    std::size_t kept = 0;
    bool more = true;
    for (std::size_t i = 0; i < rows && more; ++i) {
        if (m_hasIds) {
            if (!m_seen.insert(block.ids[i]).second) {
                if (m_duplicates++ == 0)
                    m_firstDuplicate = block.ids[i];
                continue;
            }
            m_ids.push_back(std::move(block.ids[i]));
        }
        if (!block.labels.empty())
            m_labels.push_back(std::move(block.labels[i]));
        if (kept != i)
            std::memmove(block.values.data() + kept * width, block.values.data() + i * width, width * sizeof(float));
        ++kept;
        ++m_rows;
        more = m_rows != m_options.maxRows;
    }
    block.values.resize(kept * width);
    block.values.shrink_to_fit();
    m_values.push_back(std::move(block.values));
    return more;
}

Matrix RowCollector::takeMatrix()
{
    Matrix matrix(m_rows, m_dimensions);
    float *target = matrix.data();
    for (std::vector<float> &values : m_values) {
        target = std::copy(values.begin(), values.end(), target);
        values = {};
    }
    m_values.clear();
    return matrix;
}

std::vector<std::string> RowCollector::warnings() const
{
    std::vector<std::string> sentences;
    if (m_duplicates > 0)
        sentences.push_back("Rows left out because their id had occurred before: " + std::to_string(m_duplicates) +
                            " (the first is “" + m_firstDuplicate + "”); the first of each was kept.");
    if (m_badRows > 0)
        sentences.push_back("Rows of wrong length that were left out: " + std::to_string(m_badRows) + ".");
    return sentences;
}

} // namespace anchorscope::io
