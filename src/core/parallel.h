// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

namespace anchorscope {

/// All parallel loops of the program use this file. The backend is oneTBB, or std::jthread if ANCHORSCOPE_JTHREAD is
/// defined, because Debian's oneTBB is not instrumented for the thread sanitizer.
///
/// Blocks have a fixed size, independent of the number of threads. If a body writes only what belongs to its block,
/// results have the same bits for any number of threads.

/// Calls body(begin, end) for consecutive blocks that cover [0, count), on several threads. Returns false if cancelled;
/// the remaining blocks are then skipped. An exception of a body is rethrown after all threads have ended. A nested
/// loop also throws if a body of the outer loop has thrown, so that it never returns after skipping blocks. A body must
/// not call functions that divide work among MPI ranks (RunContext::withoutRanks()).
bool forBlocks(Index count, Index blockSize, const std::function<void(Index begin, Index end)> &body,
               const RunContext &context = {});

/// Like forBlocks(), but returns the results of the bodies in the order of the blocks. Returns nullopt if cancelled.
template <class Body>
auto mapBlocks(Index count, Index blockSize, const Body &body, const RunContext &context)
    -> std::optional<std::vector<std::invoke_result_t<Body, Index, Index>>>
{
    std::vector<std::invoke_result_t<Body, Index, Index>> values(
        static_cast<std::size_t>(count > 0 ? (count + blockSize - 1) / blockSize : 0));
    const bool complete = forBlocks(
        count, blockSize,
        [&](Index begin, Index end) { values[static_cast<std::size_t>(begin / blockSize)] = body(begin, end); },
        context);
    if (!complete)
        return std::nullopt;
    return values;
}

/// Like mapBlocks() with a context, but cannot be cancelled.
template <class Body> auto mapBlocks(Index count, Index blockSize, const Body &body)
{
    return *mapBlocks(count, blockSize, body, RunContext());
}

/// Fills in a matrix in parallel: body(begin, end) writes the rows of one block. If MPI ranks divide the work
/// (RunContext::communicator), each computes some blocks, and all receive all rows. The number of ranks does not change
/// the blocks, because rounding in float64 can depend on the rows per block. Returns false if cancelled.
bool fillRows(Matrix &rows, Index blockSize, const std::function<void(Index begin, Index end)> &body,
              const RunContext &context = {});

int threadCount();

/// Limits the number of threads of all parallel loops while the object exists; 0: no limit.
class ThreadLimit
{
public:
    explicit ThreadLimit(int threads);
    ~ThreadLimit();
    ThreadLimit(const ThreadLimit &) = delete;
    ThreadLimit &operator=(const ThreadLimit &) = delete;

private:
    struct Backend;
    std::unique_ptr<Backend> m_backend;
};

} // namespace anchorscope
