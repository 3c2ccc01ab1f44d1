// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/limits.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace anchorscope {

namespace {

/// Sets both limits of a resource, but not above its present hard limit.
void limit(__rlimit_resource resource, std::uint64_t soft, std::uint64_t hard)
{
    rlimit now{};
    ::getrlimit(resource, &now);
    now.rlim_max = std::min<rlim_t>(now.rlim_max, hard);
    now.rlim_cur = std::min<rlim_t>(now.rlim_max, soft);
    ::setrlimit(resource, &now);
}

void closeFrom(int first)
{
#ifdef SYS_close_range
    if (::syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, 0U) == 0)
        return;
#endif
    const long maximum = std::max(::sysconf(_SC_OPEN_MAX), 1024L);
    for (int descriptor = first; descriptor < maximum; ++descriptor)
        ::close(descriptor);
}

void dropCapabilities()
{
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
    ::syscall(SYS_capset, &header, none);
}

} // namespace

void dropPrivileges(int firstClosed, std::uint64_t seconds)
{
    closeFrom(firstClosed);
    ::clearenv();
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_CPU, seconds, seconds + 1);
    dropCapabilities();
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
}

void limitFiles(int firstDescriptor, std::uint64_t fileBytes)
{
    // Ignores SIGXFSZ, so that ftruncate() beyond the limit fails instead of ending the process.
    ::signal(SIGXFSZ, SIG_IGN);
    limit(RLIMIT_FSIZE, fileBytes, fileBytes);
    limit(RLIMIT_NPROC, 0, 0);
    const auto descriptors = static_cast<std::uint64_t>(firstDescriptor);
    limit(RLIMIT_NOFILE, descriptors, descriptors);
}

#ifdef ANCHORSCOPE_SANITIZED

MemoryLimit::MemoryLimit(std::uint64_t, std::uint64_t) {}

void MemoryLimit::allow(std::uint64_t) const {}

#else

MemoryLimit::MemoryLimit(std::uint64_t fileBytes, std::uint64_t mostBytes)
{
    constexpr std::uint64_t fewest = std::uint64_t{1} << 28, most = std::uint64_t{1} << 30;
    unsigned long pages = 0;
    if (std::FILE *statm = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(statm, "%lu", &pages) != 1)
            pages = 0;
        std::fclose(statm);
    }
    m_base = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) + fewest +
             1000 * std::min(fileBytes, (most - fewest) / 1000);
    m_maximum = m_base + 2 * std::min(mostBytes, UINT64_MAX / 8);
    limit(RLIMIT_AS, m_maximum, m_maximum);
}

void MemoryLimit::allow(std::uint64_t bytes) const
{
    limit(RLIMIT_AS, std::min(m_maximum, m_base + 2 * std::min(bytes, UINT64_MAX / 8)), m_maximum);
}

#endif

} // namespace anchorscope
