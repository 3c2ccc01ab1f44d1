// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/sandbox.h"

#include "reader/landlock.h"
#include "reader/limits.h"

#if defined(__x86_64__) || defined(__aarch64__)

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <initializer_list>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace anchorscope {

namespace {

#ifdef __x86_64__
constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
#else
constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
#endif

/// Condition on the lower 32 bits of a system call's argument, enough for an int or flags: (bits & mask) == value.
struct Condition
{
    unsigned argument;
    std::uint32_t mask;
    std::uint32_t value;
};

Condition descriptorIs(unsigned argument, int descriptor)
{
    return {argument, ~0U, static_cast<std::uint32_t>(descriptor)};
}

/// Builds a BPF program that filters system calls by rules: the first match decides; a call without a match ends the
/// process.
class Filter
{
public:
    Filter()
    {
        load(offsetof(seccomp_data, arch));
        add(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0);
        answer(SECCOMP_RET_KILL_PROCESS);
    }
    /// Adds a rule. System calls of x86-64's second set of numbers (x32) match no rule.
    void rule(long call, std::uint32_t action, std::initializer_list<Condition> conditions = {})
    {
        // Number of remaining instructions of the rule, over which the filter jumps if a condition is not fulfilled.
        auto left = static_cast<std::uint8_t>(3 * conditions.size() + 1);
        load(offsetof(seccomp_data, nr));
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, left);
        for (const Condition &each : conditions) {
            left = static_cast<std::uint8_t>(left - 3);
            // The lower 32 bits come first, because the machine is little-endian.
            load(static_cast<std::uint32_t>(offsetof(seccomp_data, args) + 8 * each.argument));
            add(BPF_ALU | BPF_AND | BPF_K, each.mask, 0, 0);
            add(BPF_JMP | BPF_JEQ | BPF_K, each.value, 0, left);
        }
        answer(action);
    }
    void allow(long call, std::initializer_list<Condition> conditions = {})
    {
        rule(call, SECCOMP_RET_ALLOW, conditions);
    }
    void refuse(long call, int error) { rule(call, SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error)); }

    bool install()
    {
        answer(SECCOMP_RET_KILL_PROCESS);
        const sock_fprog program{static_cast<unsigned short>(m_code.size()), m_code.data()};
        return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ||
               ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
    }

private:
    void add(unsigned code, std::uint32_t operand, std::uint8_t ifTrue, std::uint8_t ifFalse)
    {
        m_code.push_back({static_cast<std::uint16_t>(code), ifTrue, ifFalse, operand});
    }
    void load(std::uint32_t offset) { add(BPF_LD | BPF_W | BPF_ABS, offset, 0, 0); }
    void answer(std::uint32_t action) { add(BPF_RET | BPF_K, action, 0, 0); }
    std::vector<sock_filter> m_code;
};

void allowFiles(Filter &filter, const AllowedDescriptors &kept)
{
    filter.allow(SYS_pread64, {descriptorIs(0, kept.file)});
    filter.allow(SYS_write, {descriptorIs(0, kept.status)});
    filter.allow(SYS_pwrite64, {descriptorIs(0, kept.frame)});
    filter.allow(SYS_ftruncate, {descriptorIs(0, kept.frame)});
}

/// Allows managing memory, but no executable memory.
void allowMemory(Filter &filter)
{
    filter.allow(SYS_mmap, {{2, PROT_EXEC, 0}, {3, MAP_ANONYMOUS, MAP_ANONYMOUS}});
    filter.allow(SYS_mprotect, {{2, PROT_EXEC, 0}});
    for (const long call : {SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk})
        filter.allow(call);
    // Allows MemoryLimit to change the limit of the address space, up to its hard limit.
    filter.allow(SYS_prlimit64, {{0, ~0U, 0}, {1, ~0U, RLIMIT_AS}});
}

/// Allows system calls of the C library, libhdf5's pause before it reads data with a wrong checksum again, and abort(),
/// so that the parent recognizes a crash.
void allowRuntime(Filter &filter)
{
    for (const long call : {SYS_futex, SYS_clock_gettime, SYS_gettimeofday, SYS_getrandom, SYS_sysinfo, SYS_getpid,
                            SYS_gettid, SYS_getrusage, SYS_nanosleep, SYS_clock_nanosleep, SYS_rt_sigprocmask,
                            SYS_rt_sigaction, SYS_exit, SYS_exit_group})
        filter.allow(call);
    filter.allow(SYS_tgkill, {descriptorIs(0, ::getpid()), {2, ~0U, SIGABRT}});
}

/// Makes some system calls fail without ending the process: the C library tries them, but does not need them.
void refuseSoftly(Filter &filter)
{
    for (const long call : {SYS_openat, SYS_newfstatat, SYS_fstat, SYS_statx, SYS_faccessat})
        filter.refuse(call, EACCES);
#ifdef __x86_64__ // older system calls for opening and querying files; aarch64 does not have them
    for (const long call : {SYS_open, SYS_stat, SYS_lstat, SYS_access})
        filter.refuse(call, EACCES);
#endif
    filter.refuse(SYS_write, EBADF);
    filter.refuse(SYS_writev, EBADF);
}

/// Calls functions of the C library whose first call makes a forbidden system call: qsort() queries the memory size
/// (older versions read a file); mktime(), which libhdf5 uses for modification times, reads the time zone.
void prepareLibrary()
{
    ::tzset();
    std::vector<int> numbers(4096);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<int>(i * 7919 % 4096);
    std::qsort(numbers.data(), numbers.size(), sizeof numbers[0], [](const void *a, const void *b) {
        return *static_cast<const int *>(a) - *static_cast<const int *>(b);
    });
}

[[maybe_unused]] bool filterCalls(const AllowedDescriptors &kept)
{
    prepareLibrary();
    Filter filter;
    allowFiles(filter, kept);
    allowMemory(filter);
    allowRuntime(filter);
    refuseSoftly(filter);
    return filter.install();
}

} // namespace
} // namespace anchorscope

#else

namespace anchorscope {
namespace {

/// Returns false on other processors than x86-64 and aarch64, whose system calls and byte order were not checked.
[[maybe_unused]] bool filterCalls(const AllowedDescriptors &)
{
    return false;
}

} // namespace
} // namespace anchorscope

#endif

namespace anchorscope {

#ifdef ANCHORSCOPE_SANITIZED

bool enterSandbox(const AllowedDescriptors &, std::uint64_t)
{
    return false;
}

#else

bool enterSandbox(const AllowedDescriptors &kept, std::uint64_t frameBytes)
{
    enterLandlock();
    limitFiles(kept.firstFree(), frameBytes);
    return filterCalls(kept);
}

#endif

} // namespace anchorscope
