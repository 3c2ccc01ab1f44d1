// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/ranks.h"

#include "core/kernels/isa.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>

namespace anchorscope {

namespace {

kernels::RankedTile rankedTile(const Tile &tile)
{
    assert(tile.stride == kernels::active().panelWidth);
    return {tile.values, tile.rows, tile.columns};
}

} // namespace

RankCounter::RankCounter(const std::vector<float> &similarities, const std::vector<ItemIndex> &targetItems, Index items,
                         std::vector<float> penalties)
    : m_penalties(std::move(penalties)), m_targetScores(similarities.size(), std::numeric_limits<float>::infinity()),
      m_greater(similarities.size()), m_equal(similarities.size())
{
    m_penalties.resize(static_cast<std::size_t>(items), 0.0f);
    for (std::size_t q = 0; q < similarities.size(); ++q) {
        if (targetItems[q] != noItem)
            m_targetScores[q] = 2 * similarities[q] - m_penalties[static_cast<std::size_t>(targetItems[q])];
    }
}

void RankCounter::addRows(const Tile &tile)
{
    kernels::active().countRows(rankedTile(tile), m_penalties.data() + tile.firstColumn,
                                m_targetScores.data() + tile.firstRow, m_greater.data() + tile.firstRow,
                                m_equal.data() + tile.firstRow);
}

void RankCounter::addColumns(const Tile &tile)
{
    kernels::active().countColumns(rankedTile(tile), m_penalties.data() + tile.firstRow,
                                   m_targetScores.data() + tile.firstColumn, m_greater.data() + tile.firstColumn,
                                   m_equal.data() + tile.firstColumn);
}

void RankCounter::add(const RankCounter &others)
{
    std::ranges::transform(m_greater, others.m_greater, m_greater.begin(), std::plus<>());
    std::ranges::transform(m_equal, others.m_equal, m_equal.begin(), std::plus<>());
}

std::vector<std::span<std::byte>> RankCounter::bytes(Share queries)
{
    const auto some = [&](std::vector<std::int32_t> &counts) {
        return std::as_writable_bytes(
            std::span(counts.data() + queries.first, static_cast<std::size_t>(queries.count)));
    };
    return {some(m_greater), some(m_equal)};
}

float RankCounter::rank(Index query) const
{
    const auto q = static_cast<std::size_t>(query);
    assert(m_equal[q] >= 1); // the target itself counts as an equal score
    return 1.0f + static_cast<float>(m_greater[q]) + 0.5f * static_cast<float>(m_equal[q] - 1);
}

} // namespace anchorscope
