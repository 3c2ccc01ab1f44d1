// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/files/filebudget.h"

#include "frame/budget.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace anchorscope::io {

namespace {

/// Reads the number in a file of the kernel such as memory.max; nullopt if the file does not exist or contains "max".
std::optional<std::uint64_t> numberIn(const std::string &path)
{
    std::ifstream file(path);
    std::uint64_t number = 0;
    return file >> number ? std::optional(number) : std::nullopt;
}

/// Returns the lowest memory limit of a group of processes (cgroup) and its parent groups. In a container, the group's
/// path may be the one outside the container; a folder that is missing for this reason sets no limit.
std::uint64_t lowestLimit(const std::string &mount, std::string group, const char *file)
{
    std::uint64_t lowest = UINT64_MAX;
    while (true) {
        lowest = std::min(lowest, numberIn(mount + group + '/' + file).value_or(UINT64_MAX));
        if (group.empty())
            return lowest;
        group.resize(std::min(group.rfind('/'), group.size() - 1));
    }
}

std::string scratchFolder()
{
    const char *chosen = std::getenv("TMPDIR");
    return chosen && *chosen ? chosen : "/var/tmp"; // default folder; not /tmp, which may itself be in memory
}

Error noRoom(std::uint64_t bytes, int error)
{
    return Error(ErrorCode::tooLarge, "this file needs ", frame::gigabytes(bytes), ", more than fits into memory, and ",
                 scratchFolder(), " cannot hold it either (", std::strerror(error),
                 "); set TMPDIR to a folder on a disk with room, or open a part of the file");
}

} // namespace

std::uint64_t memoryLimitOfGroups(const std::string &root)
{
    std::uint64_t lowest = UINT64_MAX;
    std::ifstream groups(root + "/proc/self/cgroup");
    // Each line of /proc/self/cgroup has a group's path: “0::/a/b” in cgroup version 2, “9:memory:/a/b” in version 1.
    for (std::string line; std::getline(groups, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos)
            continue;
        const std::string controllers = ',' + line.substr(first + 1, second - first - 1) + ',';
        const std::string path = line.substr(second + 1), group = path == "/" ? std::string() : path;
        if (controllers == ",,")
            lowest = std::min(lowest, lowestLimit(root + "/sys/fs/cgroup", group, "memory.max"));
        else if (controllers.find(",memory,") != std::string::npos)
            lowest = std::min(lowest, lowestLimit(root + "/sys/fs/cgroup/memory", group, "memory.limit_in_bytes"));
    }
    return lowest;
}

std::uint64_t largestDecodedFile()
{
    static const std::uint64_t ofGroups = memoryLimitOfGroups();
    const auto physical =
        static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    rlimit space{};
    const bool limited = ::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY;
    return std::min({physical, ofGroups, limited ? std::uint64_t{space.rlim_cur} : UINT64_MAX}) / 3;
}

Status FileBudget::take(std::uint64_t bytes)
{
    if (__builtin_add_overflow(m_taken, bytes, &m_taken))
        m_taken = UINT64_MAX;
    if (m_taken > m_limit)
        return Error(ErrorCode::tooLarge, frame::overBudget(m_taken, m_limit));
    return Done{};
}

Result<FileDescriptor> openScratch(std::uint64_t bytes)
{
    FileDescriptor file(::open(scratchFolder().c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (!file.valid())
        return noRoom(bytes, errno);
    // Reserves the disk space now: if the disk is full later, writing to a mapped page raises a signal, not an error.
    if (::fallocate(file.get(), FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes)) != 0)
        return noRoom(bytes, errno);
    return file;
}

void preferHugePages(void *memory, std::uint64_t bytes)
{
    constexpr std::uintptr_t page = 4096; // if the system's pages are larger, madvise() fails without effect
    const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
    const std::uintptr_t end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / page * page;
    if (end > begin)
        ::madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
}

Result<std::shared_ptr<std::byte[]>> roomFor(std::uint64_t bytes)
{
    if (bytes <= largestDecodedFile())
        return std::make_shared_for_overwrite<std::byte[]>(bytes);
    const auto file = openScratch(bytes);
    if (!file)
        return file.error();
    void *place = ::ftruncate(file->get(), static_cast<off_t>(bytes)) == 0
                      ? ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file->get(), 0)
                      : MAP_FAILED;
    if (place == MAP_FAILED)
        return noRoom(bytes, errno);
    return std::shared_ptr<std::byte[]>(static_cast<std::byte *>(place),
                                        [bytes](std::byte *mapped) { ::munmap(mapped, bytes); });
}

} // namespace anchorscope::io
