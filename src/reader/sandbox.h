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

/// Puts this process into the sandbox permanently. It can then only read the input file, write the frame (at most
/// `frameBytes` bytes) and the status, use memory, and end. Opening and looking up files fails; any other system call
/// ends the process with SIGSYS. Landlock and resource limits forbid the same actions once more. All libraries must
/// have loaded their files before. Returns false if system calls cannot be filtered: the kernel or a container forbids
/// it, the processor is neither x86-64 nor aarch64, or this is a sanitizer build. In sanitizer builds, Landlock and the
/// limits of files are not used either, because a sanitizer opens files, writes reports and starts processes.
bool enterSandbox(const AllowedDescriptors &kept, std::uint64_t frameBytes);

} // namespace anchorscope
