// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace anchorscope {

/// File descriptors that the helper keeps.
struct AllowedDescriptors
{
    int status; ///< descriptor of the status pipe, for writing
    int frame;  ///< descriptor of the frame, for sizing, writing and mapping
    int file;   ///< descriptor of the file, for reading
    int firstFree() const { return std::max({status, frame, file}) + 1; }
};

/// Closes the sandbox around this process permanently: it can only read the file, write the frame (`frameBytes` at
/// most) and the status, use memory, and end. Opening and looking up files is refused; any other system call ends the
/// process with SIGSYS. Landlock and resource limits enforce the same a second time. All libraries must have opened and
/// loaded their files before. False if the filter of system calls is not in place: the kernel or a container forbids
/// it, the processor is neither x86-64 nor aarch64, or this is a sanitizer build, whose runtime opens files, writes
/// reports and starts processes; in this case neither filter nor Landlock nor limits of files are set.
bool enterSandbox(const AllowedDescriptors &kept, std::uint64_t frameBytes);

} // namespace anchorscope
