// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/ring.h"

#include <array>

namespace anchorscope {

namespace {

/// Number of blocks into which each rank's rows are divided: while one block is compared, another is transferred.
constexpr int channels = 2;

class Round
{
public:
    Round(const DistributedRows &side, const RingLoad &load)
        : m_communicator(*side.communicator), m_side(side), m_load(load)
    {
    }

    void pass(const std::function<void(RingBlock &)> &visit)
    {
        const int size = m_communicator.size();
        for (int channel = 0; channel < channels; ++channel)
            m_here[place(channel)] = own(channel);
        for (int step = 0; step < size; ++step) {
            for (int channel = 0; channel < channels; ++channel) {
                if (step > 0)
                    arrive(channel);
                visit(m_here[place(channel)]);
                handOn(channel, step + 1);
            }
        }
        for (int channel = 0; channel < channels; ++channel)
            takeHome(channel);
    }

private:
    static std::size_t place(int channel) { return static_cast<std::size_t>(channel); }

    Share itemsOf(int rank, int channel) const
    {
        const Share share = shareOf(m_side.items, rank, m_communicator.size());
        const Share half = shareOf(share.count, channel, channels);
        return {share.first + half.first, half.count};
    }

    /// Rows of this rank that a channel transfers (half of the rank's rows), counted from the rank's first row.
    Share within(int channel) const
    {
        Share share = itemsOf(m_communicator.rank(), channel);
        share.first -= m_side.share().first;
        return share;
    }

    RingBlock own(int channel) const
    {
        const Share rows = within(channel);
        RingBlock block{itemsOf(m_communicator.rank(), channel), m_side.own.middleRows(rows.first, rows.count), {}, {}};
        if (m_load.lists)
            block.lists = m_load.lists->some(rows);
        if (m_load.values)
            block.values.assign(m_load.values->begin() + rows.first, m_load.values->begin() + rows.first + rows.count);
        return block;
    }

    RingBlock room(int rank, int channel, bool withRows) const
    {
        RingBlock block{itemsOf(rank, channel), {}, {}, {}};
        if (withRows)
            block.rows.resize(block.items.count, m_side.own.cols());
        if (m_load.lists)
            block.lists = m_load.lists->emptyLists(block.items.count);
        if (m_load.values)
            block.values.resize(static_cast<std::size_t>(block.items.count));
        return block;
    }

    static std::vector<std::span<std::byte>> bytesOf(RingBlock &block, bool withRows)
    {
        std::vector<std::span<std::byte>> bytes;
        if (withRows)
            bytes.push_back(
                std::as_writable_bytes(std::span(block.rows.data(), static_cast<std::size_t>(block.rows.size()))));
        if (block.lists) {
            for (const auto &part : block.lists->bytes({0, block.lists->queries()}))
                bytes.push_back(part);
        }
        if (!block.values.empty())
            bytes.push_back(std::as_writable_bytes(std::span(block.values)));
        return bytes;
    }

    /// Begins to send a block to the next rank and to receive one from the previous rank. After the last rank has used
    /// the block, only its results are sent, back to the rank that owns the rows.
    void handOn(int channel, int steps)
    {
        const bool rows = steps < m_communicator.size();
        if (!rows && !m_load.lists && !m_load.values)
            return;
        const int from = (m_communicator.rank() - steps + m_communicator.size()) % m_communicator.size();
        RingBlock &next = m_next[place(channel)] = room(from, channel, rows);
        const auto sent = bytesOf(m_here[place(channel)], rows);
        m_communicator.beginShift(channel, {sent.begin(), sent.end()}, bytesOf(next, rows));
    }

    void arrive(int channel)
    {
        m_communicator.finishShift(channel);
        m_here[place(channel)] = std::move(m_next[place(channel)]);
    }

    void takeHome(int channel)
    {
        if (!m_load.lists && !m_load.values)
            return;
        arrive(channel);
        const Share rows = within(channel);
        const RingBlock &block = m_here[place(channel)];
        if (m_load.lists)
            m_load.lists->put(rows, *block.lists);
        if (m_load.values)
            std::ranges::copy(block.values, m_load.values->begin() + rows.first);
    }

    Communicator &m_communicator;
    const DistributedRows &m_side;
    const RingLoad m_load;
    std::array<RingBlock, channels> m_here, m_next;
};

} // namespace

void ringPass(const DistributedRows &side, const RingLoad &load, const std::function<void(RingBlock &)> &visit)
{
    Round(side, load).pass(visit);
}

} // namespace anchorscope
