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

/// Limits the address space to what it is at construction, twice the bytes of the values, and working memory: at most
/// 1 GB, and for a small file 1,000 times its size, the ratio of gzip, because libhdf5 fills as much memory as the
/// length of a damaged string claims. No limit in sanitizer builds, which need terabytes.
class MemoryLimit
{
public:
    /// `mostBytes`: maximum number of bytes of values that are allowed later.
    MemoryLimit(std::uint64_t fileBytes, std::uint64_t mostBytes);
    /// Allows the memory for `bytes` bytes of values.
    void allow(std::uint64_t bytes) const;

private:
    std::uint64_t m_base = 0; ///< bytes that are allowed without values
    std::uint64_t m_maximum = 0;
};

} // namespace anchorscope
