// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <cstdint>

namespace anchorscope::io {

/// Most bytes that the values of one file may take once they are decoded (frame/budget.h): a third of this machine's
/// memory, or of what the program is limited to (RLIMIT_AS).
std::uint64_t largestDecodedFile();

/// Counts what the values of one file take, before memory is asked for.
class FileBudget
{
public:
    explicit FileBudget(std::uint64_t limit = largestDecodedFile()) : m_limit(limit) {}

    /// Error "too-large", which says what was found, the limit and what to do; file and place are left to the caller.
    Status take(std::uint64_t bytes);

private:
    std::uint64_t m_limit;
    std::uint64_t m_taken = 0;
};

} // namespace anchorscope::io
