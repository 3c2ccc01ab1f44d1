// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/landlock.h"

#include <cstddef>
#include <cstdint>
#include <sys/syscall.h>
#include <unistd.h>

// System calls of Landlock, the same on all processors; installed headers may be older than the running kernel.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_restrict_self 446
#endif

namespace anchorscope {

namespace {

/// struct landlock_ruleset_attr of the kernel, version 6 of Landlock's ABI.
struct Ruleset
{
    std::uint64_t files;
    std::uint64_t network;
    std::uint64_t scope;
};

constexpr std::uint64_t bits(unsigned count)
{
    return (std::uint64_t{1} << count) - 1;
}

/// Number of access rights to files in Landlock's ABI. Version 2 adds renaming across folders, 3 truncating, 5 ioctl.
constexpr unsigned fileRights(long version)
{
    return version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
}

} // namespace

bool enterLandlock()
{
    constexpr unsigned askVersion = 1;
    const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, askVersion);
    if (version < 1)
        return false;
    // Denies all kinds of access: the ruleset names all of them, and no rule allows any.
    const Ruleset ruleset{bits(fileRights(version)), version >= 4 ? bits(2) : 0, version >= 6 ? bits(2) : 0};
    const std::size_t size = version >= 6   ? sizeof ruleset
                             : version >= 4 ? offsetof(Ruleset, scope)
                                            : offsetof(Ruleset, network);
    const long descriptor = ::syscall(SYS_landlock_create_ruleset, &ruleset, size, 0U);
    if (descriptor < 0)
        return false;
    const bool entered = ::syscall(SYS_landlock_restrict_self, static_cast<int>(descriptor), 0U) == 0;
    ::close(static_cast<int>(descriptor));
    return entered;
}

} // namespace anchorscope
