// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace anchorscope::io {

/// Identity (device and inode), size and time of change of a file; differs after the file was written to or replaced.
struct FileStamp
{
    bool exists = false;
    std::uint64_t device = 0, inode = 0, bytes = 0;
    std::int64_t changedAt = 0; ///< time of the last change of the content, in nanoseconds
    bool operator==(const FileStamp &) const = default;
};

/// Returns the current stamp of a file; symbolic links are followed.
FileStamp stampOf(const std::string &path);
FileStamp stampOf(int descriptor);

} // namespace anchorscope::io
