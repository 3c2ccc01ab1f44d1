// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace anchorscope {

/// File descriptors that the reader process does not close.
struct AllowedDescriptors
{
    int status; ///< descriptor of the status pipe, for writing
    int frame;  ///< descriptor of the frame (frame/frame.h), for sizing, writing and mapping
    int file;   ///< descriptor of the input file, for reading
    int firstFree() const { return std::max({status, frame, file}) + 1; }
};

/// Puts this process into the sandbox permanently: it can then only read the input file, write the frame (at most
/// `frameBytes` bytes) and the status, use memory, and end. Opening and looking up files fails; any other system call
/// ends the process with SIGSYS. Landlock and resource limits enforce the same a second time. All libraries must have
/// opened and loaded their files before. Returns false without a filter of system calls: if the kernel or a container
/// forbids it, on processors other than x86-64 and aarch64, and in sanitizer builds, whose runtime opens files, writes
/// reports and starts processes; these have no Landlock and no limits of files either.
bool enterSandbox(const AllowedDescriptors &kept, std::uint64_t frameBytes);

} // namespace anchorscope
