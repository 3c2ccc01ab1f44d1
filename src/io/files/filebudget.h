// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <cstdint>
#include <string>

namespace anchorscope::io {

/// Lowest memory limit for this process and its groups of processes (cgroup, version 1 or 2), as containers and batch
/// systems set it; UINT64_MAX without a limit. `root`: folder that contains /proc and /sys.
std::uint64_t memoryLimitOfGroups(const std::string &root = {});

/// Maximum number of bytes for the decoded values of one file (frame/budget.h): a third of this machine's memory, of
/// the container's, or of the program's limit (RLIMIT_AS), whichever is smallest.
std::uint64_t largestDecodedFile();

/// Counts the bytes that the values of one file take, before memory is allocated.
class FileBudget
{
public:
    explicit FileBudget(std::uint64_t limit = largestDecodedFile()) : m_limit(limit) {}

    /// Reserves `bytes`. Error "too-large", which states what was found, the limit and what to do; the caller adds file
    /// and place.
    Status take(std::uint64_t bytes);

private:
    std::uint64_t m_limit;
    std::uint64_t m_taken = 0;
};

} // namespace anchorscope::io
