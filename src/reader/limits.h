// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace anchorscope {

/// First step of the helper: gives up every descriptor from `firstClosed` on, the environment, capabilities, core
/// dumps, the gaining of privileges, running without its parent, and more than `seconds` of processor time.
void dropPrivileges(int firstClosed, std::uint64_t seconds);

/// Limits, for good, what is left to code that runs in libhdf5 in spite of everything else: files of more than
/// `fileBytes`, descriptors from `firstDescriptor` on, new processes.
void limitFiles(int firstDescriptor, std::uint64_t fileBytes);

/// Limits the address space to `maximum` bytes more than in use at construction. Has no effect in sanitizer builds,
/// which need terabytes.
class MemoryLimit
{
public:
    explicit MemoryLimit(std::uint64_t maximum);
    void allow(std::uint64_t bytes) const;

private:
    std::uint64_t m_used = 0;
    std::uint64_t m_maximum = 0;
};

} // namespace anchorscope
