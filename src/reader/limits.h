// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace anchorscope {

/// Drops privileges, as the first step of the helper: closes every descriptor from `firstClosed` on, and drops the
/// environment, capabilities, core dumps, the ability to gain privileges or to run without its parent, and processor
/// time beyond `seconds`.
void dropPrivileges(int firstClosed, std::uint64_t seconds);

/// Limits permanently what hostile code in libhdf5 could still do: files have at most `fileBytes`, no descriptors from
/// `firstDescriptor` on, no new processes.
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
