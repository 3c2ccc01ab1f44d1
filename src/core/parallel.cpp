// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel.h"

#include "core/distributed/communicator.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#ifndef ANCHORSCOPE_JTHREAD
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_group.h>
#endif

namespace anchorscope {

namespace {

Index blockCount(Index count, Index size)
{
    return count > 0 ? (count + size - 1) / size : 0;
}

#ifdef ANCHORSCOPE_JTHREAD
std::atomic<int> threadLimit{0};
#else
/// Exception that stops a nested loop because another body of the outer loop has thrown. The outer loop discards it.
struct Abandoned : std::exception
{
    const char *what() const noexcept override { return "a parallel loop was abandoned"; }
};
#endif

} // namespace

#ifdef ANCHORSCOPE_JTHREAD

bool forBlocks(Index count, Index size, const std::function<void(Index, Index)> &body, const RunContext &context)
{
    const Index blocks = blockCount(count, size);
    std::atomic<Index> next{0};
    std::exception_ptr failure;
    std::mutex failureMutex;
    const auto work = [&] {
        try {
            for (Index block = next++; block < blocks && !context.cancelled(); block = next++)
                body(block * size, std::min(count, (block + 1) * size));
        } catch (...) {
            next = blocks;
            std::lock_guard lock(failureMutex);
            failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> helpers;
        const Index workers = std::min<Index>(threadCount(), blocks);
        for (Index i = 1; i < workers; ++i)
            helpers.emplace_back(work);
        work();
    }
    if (failure)
        std::rethrow_exception(failure);
    return !context.cancelled();
}

int threadCount()
{
    const int limit = threadLimit;
    return limit > 0 ? limit : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

struct ThreadLimit::Backend
{
    int before;
};

ThreadLimit::ThreadLimit(int threads) : m_backend(new Backend{threadLimit.exchange(threads)}) {}
ThreadLimit::~ThreadLimit()
{
    threadLimit = m_backend->before;
}

#else

bool forBlocks(Index count, Index size, const std::function<void(Index, Index)> &body, const RunContext &context)
{
    tbb::task_group_context group;
    tbb::parallel_for(
        tbb::blocked_range<Index>(0, blockCount(count, size), 1),
        [&](const tbb::blocked_range<Index> &blocks) {
            for (Index block = blocks.begin(); block != blocks.end() && !context.cancelled(); ++block)
                body(block * size, std::min(count, (block + 1) * size));
        },
        tbb::simple_partitioner(), group);
    // After an exception in the outer loop, oneTBB skips blocks of this loop without an error, so this loop throws.
    if (group.is_group_execution_cancelled())
        throw Abandoned();
    return !context.cancelled();
}

int threadCount()
{
    return static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
}

struct ThreadLimit::Backend
{
    explicit Backend(int threads)
        : control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads))
    {
    }
    tbb::global_control control;
};

ThreadLimit::ThreadLimit(int threads) : m_backend(threads > 0 ? new Backend(threads) : nullptr) {}
ThreadLimit::~ThreadLimit() = default;

#endif

bool fillRows(Matrix &rows, Index size, const std::function<void(Index, Index)> &body, const RunContext &context)
{
    Communicator *const communicator = context.communicator;
    if (!communicator)
        return forBlocks(rows.rows(), size, body, context);
    const auto rowsOfRank = [&](int rank) {
        const Share blocks = shareOf(blockCount(rows.rows(), size), rank, communicator->size());
        const Index begin = std::min(rows.rows(), blocks.first * size);
        return Share{begin, std::min(rows.rows() - begin, blocks.count * size)};
    };
    const Share own = rowsOfRank(communicator->rank());
    const auto ownBody = [&](Index begin, Index end) { body(own.first + begin, own.first + end); };
    if (!forBlocks(own.count, size, ownBody, context))
        return false;
    std::vector<std::size_t> sizes;
    for (int rank = 0; rank < communicator->size(); ++rank)
        sizes.push_back(static_cast<std::size_t>(rowsOfRank(rank).count * rows.cols()) * sizeof(float));
    communicator->gather(reinterpret_cast<std::byte *>(rows.data()), sizes);
    return true;
}

} // namespace anchorscope
