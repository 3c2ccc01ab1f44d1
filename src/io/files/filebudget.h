// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <cstdint>
#include <string>

namespace anchorscope::io {

/// Returns the lowest memory limit, in bytes, of this process and its groups of processes (cgroups, version 1 or 2),
/// which containers and batch systems set; UINT64_MAX without a limit. `root`: folder that contains /proc and /sys.
std::uint64_t memoryLimitOfGroups(const std::string &root = {});

/// Returns the maximum number of bytes for the decoded values of one file (frame/budget.h): a third of the memory of
/// the machine or, if one of them is lower, of the limit of the container or of the program (RLIMIT_AS).
std::uint64_t largestDecodedFile();

/// Counts the bytes that the values of one file need, before their memory is allocated.
class FileBudget
{
public:
    explicit FileBudget(std::uint64_t limit = largestDecodedFile()) : m_limit(limit) {}

    /// Reserves `bytes`. Error "too-large" states the size, the limit and advice; the caller adds file and place.
    Status take(std::uint64_t bytes);

private:
    std::uint64_t m_limit;
    std::uint64_t m_taken = 0;
};

} // namespace anchorscope::io
