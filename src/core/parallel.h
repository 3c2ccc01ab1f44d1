// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"

#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

namespace anchorscope {

/// All parallel loops of the program go through this file. The backend is oneTBB, or std::jthread where
/// ANCHORSCOPE_JTHREAD is defined (Debian's oneTBB is not instrumented for the thread sanitizer).
///
/// Blocks have a fixed size, so their borders do not depend on the number of threads; as long as a body writes only
/// what belongs to its block, results are bitwise the same for any number of threads.

/// Calls body(begin, end) for consecutive blocks that cover [0, count). If cancelled, remaining blocks are skipped.
/// Returns false if cancelled. An exception of a body is rethrown after all threads have ended; a nested loop also
/// throws if a body of the outer loop has thrown, so that it never returns with blocks skipped. A body must not call
/// functions that share work among ranks (RunContext::withoutRanks()).
bool forBlocks(Index count, Index blockSize, const std::function<void(Index begin, Index end)> &body,
               const RunContext &context = {});

/// Like forBlocks(), and returns the results of the bodies in the order of blocks, to be reduced from left to right.
/// None if cancelled.
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

/// Like mapBlocks() with a context, without cancelling: returns all values.
template <class Body> auto mapBlocks(Index count, Index blockSize, const Body &body)
{
    return *mapBlocks(count, blockSize, body, RunContext());
}

/// Fills in the rows of a matrix: body(begin, end) writes the rows of one block, as in forBlocks(). If ranks share the
/// work (RunContext::communicator), each computes its share of the blocks and all end with all rows. The blocks are the
/// same for any number of ranks: the rounding of a product in float64 may depend on its number of rows. False if
/// cancelled.
bool fillRows(Matrix &rows, Index blockSize, const std::function<void(Index begin, Index end)> &body,
              const RunContext &context = {});

/// Number of threads that parallel loops may use now.
int threadCount();

/// Limits the number of threads of all parallel loops during its lifetime (0: no limit).
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
