// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/files/filebudget.h"

#include "frame/budget.h"

#include <sys/resource.h>
#include <unistd.h>

namespace anchorscope::io {

std::uint64_t largestDecodedFile()
{
    const auto physical =
        static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    rlimit space{};
    const bool limited = ::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY;
    return (limited ? std::min<std::uint64_t>(physical, space.rlim_cur) : physical) / 3;
}

Status FileBudget::take(std::uint64_t bytes)
{
    if (__builtin_add_overflow(m_taken, bytes, &m_taken))
        m_taken = UINT64_MAX;
    if (m_taken > m_limit)
        return Error(ErrorCode::tooLarge, frame::overBudget(m_taken, m_limit));
    return Done{};
}

} // namespace anchorscope::io
