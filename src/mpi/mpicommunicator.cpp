// SPDX-License-Identifier: GPL-3.0-or-later
#include "mpi/mpicommunicator.h"

#include <algorithm>
#include <cstdlib>

namespace anchorscope {

namespace {

constexpr std::size_t maxAtOnce = std::size_t{1} << 30; ///< maximum bytes in a message, because MPI counts in int
constexpr std::chrono::microseconds betweenTests(100);

} // namespace

MpiCommunicator::MpiCommunicator(int &argc, char **&argv)
{
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_dup(MPI_COMM_WORLD, &m_work);
    MPI_Comm_dup(MPI_COMM_WORLD, &m_end);
    MPI_Comm_rank(m_work, &m_rank);
    MPI_Comm_size(m_work, &m_size);
    if (provided >= MPI_THREAD_SERIALIZED && m_size > 1)
        m_helper = std::jthread([this](std::stop_token stop) { progressLoop(stop); });
}

MpiCommunicator::~MpiCommunicator()
{
    m_helper = {};
    MPI_Finalize();
}

bool MpiCommunicator::test(int channel)
{
    const std::lock_guard lock(m_mutex);
    std::vector<MPI_Request> &requests = m_requests[static_cast<std::size_t>(channel)];
    int done = 0;
    MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
    if (done)
        requests.clear();
    return done != 0;
}

void MpiCommunicator::progressLoop(const std::stop_token &stop)
{
    const auto moving = [this] { return !m_requests[0].empty() || !m_requests[1].empty(); };
    while (!stop.stop_requested()) {
        {
            std::unique_lock lock(m_mutex);
            m_begun.wait(lock, stop, moving);
        }
        for (const int channel : {0, 1})
            test(channel);
        std::this_thread::sleep_for(betweenTests);
    }
}

void MpiCommunicator::beginShift(int channel, const std::vector<std::span<const std::byte>> &sent,
                                 const std::vector<std::span<std::byte>> &received)
{
    const int next = (m_rank + 1) % m_size, previous = (m_rank + m_size - 1) % m_size;
    const std::lock_guard lock(m_mutex);
    std::vector<MPI_Request> &requests = m_requests[static_cast<std::size_t>(channel)];
    const auto post = [&](std::size_t size, const auto &begin) {
        for (std::size_t done = 0; done < size; done += maxAtOnce)
            begin(done, static_cast<int>(std::min(maxAtOnce, size - done)), &requests.emplace_back());
    };
    for (const auto &part : received) {
        post(part.size(), [&](std::size_t at, int count, MPI_Request *request) {
            MPI_Irecv(part.data() + at, count, MPI_BYTE, previous, channel, m_work, request);
        });
    }
    for (const auto &part : sent) {
        post(part.size(), [&](std::size_t at, int count, MPI_Request *request) {
            MPI_Isend(part.data() + at, count, MPI_BYTE, next, channel, m_work, request);
        });
    }
    m_begun.notify_all();
}

void MpiCommunicator::finishShift(int channel)
{
    while (!test(channel))
        std::this_thread::sleep_for(betweenTests);
}

void MpiCommunicator::gather(std::byte *all, const std::vector<std::size_t> &sizes)
{
    // The requests are polled, because MPI's own wait would keep a core busy.
    std::vector<MPI_Request> requests;
    const auto testAll = [&] {
        const std::lock_guard lock(m_mutex);
        int done = 0;
        MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
        return done != 0;
    };
    {
        const std::lock_guard lock(m_mutex);
        for (int root = 0; root < m_size; ++root) {
            const std::size_t size = sizes[static_cast<std::size_t>(root)];
            for (std::size_t done = 0; done < size; done += maxAtOnce)
                MPI_Ibcast(all + done, static_cast<int>(std::min(maxAtOnce, size - done)), MPI_BYTE, root, m_work,
                           &requests.emplace_back());
            all += size;
        }
    }
    while (!testAll())
        std::this_thread::sleep_for(betweenTests);
}

bool MpiCommunicator::barrierWithin(std::chrono::steady_clock::duration atMost)
{
    constexpr std::chrono::milliseconds pause(2);
    const auto begin = std::chrono::steady_clock::now();
    m_helper = {};
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ibarrier(m_end, &request);
    for (;;) {
        int done = 0;
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (done)
            return true;
        if (std::chrono::steady_clock::now() - begin > atMost)
            return false;
        std::this_thread::sleep_for(pause);
    }
}

bool MpiCommunicator::isFirstToReport()
{
    constexpr std::chrono::milliseconds forOthers(500), pause(2);
    constexpr int tag = 0;
    MPI_Request request = MPI_REQUEST_NULL; // an empty message that was sent need not be waited for
    for (int later = m_rank + 1; later < m_size; ++later) {
        MPI_Isend(nullptr, 0, MPI_BYTE, later, tag, m_end, &request);
        MPI_Request_free(&request);
    }
    const auto begin = std::chrono::steady_clock::now();
    for (int found = 0; std::chrono::steady_clock::now() - begin < forOthers;) {
        MPI_Iprobe(MPI_ANY_SOURCE, tag, m_end, &found, MPI_STATUS_IGNORE);
        if (found)
            return false;
        std::this_thread::sleep_for(pause);
    }
    return true;
}

void MpiCommunicator::abort(int code)
{
    MPI_Abort(MPI_COMM_WORLD, code);
    std::_Exit(code);
}

} // namespace anchorscope
