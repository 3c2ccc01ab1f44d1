// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace anchorscope::io {

/// Stamp of a file: its identity (device and inode), size and time of change. Stamps differ if the file was written to
/// or replaced in between.
struct FileStamp
{
    bool exists = false;
    std::uint64_t device = 0, inode = 0, bytes = 0;
    std::int64_t changedAt = 0; ///< time at which the content last changed, in nanoseconds
    bool operator==(const FileStamp &) const = default;
};

/// Returns the current stamp (identity, size, time of change) of a file, or of the file to which a symbolic link leads.
FileStamp stampOf(const std::string &path);
FileStamp stampOf(int descriptor);

} // namespace anchorscope::io
