// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace anchorscope {

/// Drops the privileges of the reader process, as its first step: descriptors from `firstClosed` on, environment,
/// capabilities, core dumps, gaining privileges, outliving its parent process, and processor time beyond `seconds`.
void dropPrivileges(int firstClosed, std::uint64_t seconds);

/// Limits hostile code in libhdf5 permanently: a file has at most `fileBytes` bytes, no descriptor from
/// `firstDescriptor` on can be opened, and no process can be started.
void limitFiles(int firstDescriptor, std::uint64_t fileBytes);

/// Limits the address space to `maximum` bytes more than at construction; not in sanitizer builds, which need
/// terabytes.
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
