// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/files/scratch.h"

#include "frame/budget.h"
#include "io/files/filebudget.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>

namespace anchorscope::io {

namespace {

std::string scratchFolder()
{
    const char *chosen = std::getenv("TMPDIR");
    return chosen && *chosen ? chosen : "/var/tmp"; // default folder; not /tmp, which may itself be in memory
}

Error noRoom(std::uint64_t bytes, int error)
{
    return Error(ErrorCode::tooLarge,
                 sentence("this file needs ", frame::gigabytes(bytes), ", more than fits into memory, and ",
                          scratchFolder(), " cannot hold it either (", std::strerror(error),
                          "); set TMPDIR to a folder on a disk with room, or open a part of the file"));
}

} // namespace

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
