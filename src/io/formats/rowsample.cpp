// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/formats/rowsample.h"

#include "io/formats/openedfile.h"

#include <xxhash.h>

#include <algorithm>

namespace anchorscope::io {

std::uint64_t RowSample::hashOf(std::string_view key) const
{
    return XXH3_64bits_withSeed(key.data(), key.size(), m_seed);
}

/// Hashes “7.0” like “7”: pandas writes whole numbers as fractions in columns with gaps, other files contain “7”.
std::optional<Index> RowSample::offer(std::string_view id)
{
    const std::string_view whole = id.substr(0, id.size() - 2 * id.ends_with(".0"));
    const bool isNumber = !whole.empty() && whole.find_first_not_of("0123456789") == std::string_view::npos;
    return place(hashOf(isNumber ? whole : id));
}

std::optional<Index> RowSample::place(std::uint64_t hash)
{
    if (static_cast<Index>(m_held.size()) < m_sampleSize) {
        m_held.push_back({hash, static_cast<Index>(m_held.size())});
        std::push_heap(m_held.begin(), m_held.end());
        return static_cast<Index>(m_held.size()) - 1;
    }
    if (m_held.empty() || hash >= m_held.front().hash)
        return std::nullopt;
    std::pop_heap(m_held.begin(), m_held.end());
    m_held.back().hash = hash;
    const Index slot = m_held.back().slot;
    std::push_heap(m_held.begin(), m_held.end());
    return slot;
}

std::vector<Index> sampleRows(Index count, const std::vector<std::string> &ids, Index sampleSize, std::uint64_t seed)
{
    RowSample sample(sampleSize, seed);
    std::vector<Index> rows(static_cast<std::size_t>(std::min(sampleSize, count)));
    for (Index row = 0; row < count; ++row) {
        const auto slot = ids.empty() ? sample.offer(row) : sample.offer(ids[static_cast<std::size_t>(row)]);
        if (slot)
            rows[static_cast<std::size_t>(*slot)] = row;
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

void noteSample(OpenedFile &opened, Index count, const DrawnRows &drawn)
{
    opened.drawn = drawn;
    opened.warnings.push_back(std::to_string(count) + " of its " + std::to_string(drawn.from) +
                              " rows were drawn at random with the seed " + std::to_string(drawn.seed) + ".");
}

} // namespace anchorscope::io
