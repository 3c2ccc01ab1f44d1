// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/communicator.h"
#include "core/runcontext.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace anchorscope::test {

template <class Values> bool sameBits(const Values &a, const Values &b)
{
    return a.rows() == b.rows() && a.cols() == b.cols() &&
           std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof *a.data()) == 0;
}

/// Context for a computation that the ranks share.
inline RunContext sharedBy(Communicator &communicator)
{
    RunContext context;
    context.communicator = &communicator;
    return context;
}

/// Collects the failures of several ranks and reports them on the thread of the test.
class Faults
{
public:
    void check(bool correct, const char *what)
    {
        if (!correct)
            m_fault = what;
    }
    const char *first() const { return m_fault.load(); }

private:
    std::atomic<const char *> m_fault{nullptr};
};

/// Ranks that are threads of the test.
class ThreadRanks
{
public:
    explicit ThreadRanks(int size) : m_size(size), m_step(size), m_buffers(static_cast<std::size_t>(size)) {}

    /// Runs the same function on all ranks; returns when all have ended.
    void run(const std::function<void(Communicator &)> &work)
    {
        std::vector<std::jthread> threads;
        for (int rank = 0; rank < m_size; ++rank) {
            threads.emplace_back([this, rank, &work] {
                Rank own(*this, rank);
                work(own);
            });
        }
    }

private:
    class Rank : public Communicator
    {
    public:
        Rank(ThreadRanks &all, int rank) : m_all(all), m_rank(rank) {}
        int rank() const override { return m_rank; }
        int size() const override { return m_all.m_size; }
        void gather(std::byte *all, const std::vector<std::size_t> &sizes) override
        {
            m_all.m_buffers[static_cast<std::size_t>(m_rank)] = all;
            m_all.m_step.arrive_and_wait();
            std::size_t offset = 0;
            for (std::size_t rank = 0; rank < sizes.size(); ++rank) {
                if (static_cast<int>(rank) != m_rank)
                    std::copy_n(m_all.m_buffers[rank] + offset, sizes[rank], all + offset);
                offset += sizes[rank];
            }
            m_all.m_step.arrive_and_wait();
        }

        void beginShift(int channel, const std::vector<std::span<const std::byte>> &sent,
                        const std::vector<std::span<std::byte>> &received) override
        {
            m_received[static_cast<std::size_t>(channel)] = received;
            std::vector<std::byte> bytes;
            for (const auto &part : sent)
                bytes.insert(bytes.end(), part.begin(), part.end());
            m_all.post((m_rank + 1) % size(), channel, std::move(bytes));
        }
        void finishShift(int channel) override
        {
            const std::vector<std::byte> bytes = m_all.fetch(m_rank, channel);
            auto from = bytes.begin();
            for (const auto &part : m_received[static_cast<std::size_t>(channel)]) {
                std::copy_n(from, part.size(), part.begin());
                from += std::ssize(part);
            }
            if (from != bytes.end())
                throw std::logic_error("ranks sent and expected other numbers of bytes");
        }

    private:
        ThreadRanks &m_all;
        int m_rank;
        std::array<std::vector<std::span<std::byte>>, 2> m_received;
    };

    void post(int rank, int channel, std::vector<std::byte> bytes)
    {
        const std::lock_guard lock(m_mutex);
        m_posted[{rank, channel}].push_back(std::move(bytes));
        m_arrived.notify_all();
    }
    std::vector<std::byte> fetch(int rank, int channel)
    {
        std::unique_lock lock(m_mutex);
        auto &queue = m_posted[{rank, channel}];
        m_arrived.wait(lock, [&] { return !queue.empty(); });
        std::vector<std::byte> bytes = std::move(queue.front());
        queue.pop_front();
        return bytes;
    }

    int m_size;
    std::barrier<> m_step;
    std::vector<std::byte *> m_buffers;
    std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::map<std::pair<int, int>, std::deque<std::vector<std::byte>>> m_posted; ///< messages to a rank on a channel
};

} // namespace anchorscope::test
