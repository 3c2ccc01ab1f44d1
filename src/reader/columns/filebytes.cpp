// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/columns/filebytes.h"

#include <algorithm>
#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace anchorscope {

namespace {

/// Bytes of one read, after which progress is reported to the parent process.
constexpr std::uint64_t pieceBytes = 16 << 20;

std::uint64_t sizeOf(int descriptor)
{
    const off_t end = ::lseek(descriptor, 0, SEEK_END);
    return end > 0 ? static_cast<std::uint64_t>(end) : 0;
}

} // namespace

FileBytes::FileBytes(int descriptor, const StatusPipe &status)
    : m_descriptor(descriptor), m_size(sizeOf(descriptor)), m_status(status)
{
}

std::vector<std::byte> FileBytes::read(std::uint64_t offset, std::uint64_t length) const
{
    requireWithin(offset, length);
    std::vector<std::byte> bytes(length);
    read(offset, bytes);
    return bytes;
}

void FileBytes::requireWithin(std::uint64_t offset, std::uint64_t length) const
{
    if (offset > m_size || length > m_size - offset)
        damagedColumn("a part of it lies beyond its end");
}

void FileBytes::read(std::uint64_t offset, std::span<std::byte> target) const
{
    const std::uint64_t length = target.size();
    requireWithin(offset, length);
    for (std::uint64_t done = 0; done < length;) {
        const std::uint64_t piece = std::min(length - done, pieceBytes);
        const ssize_t count = ::pread(m_descriptor, target.data() + done, piece, static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            throw UnreadableColumn("unreadable-file",
                                   "a part of this file cannot be read; try again, or copy it to another disk");
        done += static_cast<std::uint64_t>(count);
        if (done < length)
            m_status.alive();
    }
}

} // namespace anchorscope
