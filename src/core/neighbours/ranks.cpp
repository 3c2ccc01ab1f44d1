// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/ranks.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>

namespace anchorscope {

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
    const float *penalties = m_penalties.data() + tile.firstColumn;
    for (Index i = 0; i < tile.rows; ++i) {
        const float *values = tile.line(i);
        const auto query = static_cast<std::size_t>(tile.firstRow + i);
        const float targetScore = m_targetScores[query];
        std::int32_t greater = 0, equal = 0;
        for (Index j = 0; j < tile.columns; ++j) {
            const float score = 2 * values[j] - penalties[j];
            greater += score > targetScore;
            equal += score == targetScore;
        }
        m_greater[query] += greater;
        m_equal[query] += equal;
    }
}

void RankCounter::addColumns(const Tile &tile)
{
    const float *targetScore = m_targetScores.data() + tile.firstColumn;
    std::int32_t *greater = m_greater.data() + tile.firstColumn;
    std::int32_t *equal = m_equal.data() + tile.firstColumn;
    for (Index i = 0; i < tile.rows; ++i) {
        const float *values = tile.line(i);
        const float penalty = m_penalties[static_cast<std::size_t>(tile.firstRow + i)];
        for (Index j = 0; j < tile.columns; ++j) {
            const float score = 2 * values[j] - penalty;
            greater[j] += score > targetScore[j];
            equal[j] += score == targetScore[j];
        }
    }
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
