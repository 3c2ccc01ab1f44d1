// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/ranks.h"

#include <cassert>
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

void RankCounter::gatherQueries(Communicator &communicator)
{
    for (std::vector<std::int32_t> *counts : {&m_greater, &m_equal})
        allGather(communicator, counts->data(), std::ssize(*counts));
}

void RankCounter::gatherItems(Communicator &communicator)
{
    for (std::vector<std::int32_t> *counts : {&m_greater, &m_equal}) {
        const std::vector<std::int32_t> own = *counts;
        for (int rank = 0; rank < communicator.size(); ++rank) {
            std::vector<std::int32_t> ofRank = own;
            broadcastFrom(rank, communicator, ofRank.data(), std::ssize(ofRank));
            for (std::size_t q = 0; rank != communicator.rank() && q < ofRank.size(); ++q)
                (*counts)[q] += ofRank[q];
        }
    }
}

float RankCounter::rank(Index query) const
{
    const auto q = static_cast<std::size_t>(query);
    assert(m_equal[q] >= 1); // the target itself
    return 1.0f + static_cast<float>(m_greater[q]) + 0.5f * static_cast<float>(m_equal[q] - 1);
}

} // namespace anchorscope
