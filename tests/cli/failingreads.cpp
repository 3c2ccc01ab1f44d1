// SPDX-License-Identifier: GPL-3.0-or-later
// Simulates a disk that fails after the first megabyte, in programs started with this in LD_PRELOAD.
#include <cerrno>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

namespace {

ssize_t readUnlessBroken(int file, void *target, size_t bytes, off_t offset)
{
    constexpr off_t firstBroken = 1 << 20;
    if (offset >= firstBroken) {
        errno = EIO;
        return -1;
    }
    const size_t whole = static_cast<size_t>(firstBroken - offset);
    return ::syscall(SYS_pread64, file, target, bytes < whole ? bytes : whole, offset);
}

} // namespace

extern "C" ssize_t pread(int file, void *target, size_t bytes, off_t offset)
{
    return readUnlessBroken(file, target, bytes, offset);
}

extern "C" ssize_t pread64(int file, void *target, size_t bytes, off_t offset)
{
    return readUnlessBroken(file, target, bytes, offset);
}
