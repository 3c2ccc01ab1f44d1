// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace anchorscope {

/// Reusable buffer, not initialized: filling it with zeros took most of the time of reading large pages.
class ByteBuffer
{
public:
    /// Returns `bytes` bytes of the buffer; previous contents are lost.
    std::span<std::byte> room(std::size_t bytes)
    {
        if (bytes > m_bytes) {
            m_memory.reset();
            m_memory = std::make_unique_for_overwrite<std::byte[]>(bytes);
            m_bytes = bytes;
        }
        return {m_memory.get(), bytes};
    }

private:
    std::unique_ptr<std::byte[]> m_memory;
    std::size_t m_bytes = 0;
};

} // namespace anchorscope
