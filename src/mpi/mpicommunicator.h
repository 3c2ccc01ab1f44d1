// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributed/communicator.h"

#include <array>
#include <chrono>
#include <condition_variable>
#include <mpi.h>
#include <mutex>
#include <thread>

namespace anchorscope {

/// Communicator of all processes that mpirun has started. An error of MPI ends all of them.
class MpiCommunicator : public Communicator
{
public:
    /// Initializes MPI; only one instance at a time.
    MpiCommunicator(int &argc, char **&argv);
    ~MpiCommunicator() override;
    MpiCommunicator(const MpiCommunicator &) = delete;
    MpiCommunicator &operator=(const MpiCommunicator &) = delete;

    int rank() const override { return m_rank; }
    int size() const override { return m_size; }
    void gather(std::byte *all, const std::vector<std::size_t> &sizes) override;
    void beginShift(int channel, const std::vector<std::span<const std::byte>> &sent,
                    const std::vector<std::span<std::byte>> &received) override;
    void finishShift(int channel) override;

    /// Waits for all ranks, at most `atMost`. Returns false if some ranks did not call it in time. Call it only once.
    bool barrierWithin(std::chrono::steady_clock::duration atMost);
    /// True on the first of the ranks that call this function within half a second.
    bool isFirstToReport();
    [[noreturn]] void abort(int code);

private:
    bool test(int channel);
    void progressLoop(const std::stop_token &stop);

    int m_rank = 0, m_size = 1;
    MPI_Comm m_work = MPI_COMM_NULL, m_end = MPI_COMM_NULL; ///< communicators for work, and for the end of the program
    std::array<std::vector<MPI_Request>, 2> m_requests;
    std::mutex m_mutex;
    std::condition_variable_any m_begun;
    std::jthread m_helper; ///< calls MPI during computations, because MPI transfers messages only while it is called
};

} // namespace anchorscope
