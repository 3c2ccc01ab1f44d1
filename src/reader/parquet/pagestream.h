// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/parquet/footer.h"

#include <memory>

namespace anchorscope::parquet {

/// Buffers of compressed and uncompressed bytes, reused for all pages of a file.
struct PageMemory
{
    ByteBuffer packed, unpacked;
};

/// Bytes of one page in sequence. They are read from the file and decompressed in parts, because pages may have 100 MB
/// and memory that was used before is much faster than new memory.
class PageStream
{
public:
    explicit PageStream(std::size_t bytes) : m_left(bytes) {}
    virtual ~PageStream() = default;
    PageStream(const PageStream &) = delete;
    PageStream &operator=(const PageStream &) = delete;

    /// Returns the next `count` bytes, which are valid until the next call. Throws UnreadableColumn if the page has
    /// fewer bytes or is damaged.
    Bytes take(std::size_t count);
    /// Number of bytes that were not taken yet.
    std::size_t left() const { return m_left; }

private:
    virtual Bytes next(std::size_t count) = 0;
    std::size_t m_left;
};

/// Range of a file that contains a page.
struct PagePlace
{
    std::uint64_t offset = 0, length = 0;
};

/// Starts reading a page that has `bytes` bytes when decompressed. Throws UnreadableColumn for LZO, and for Parquet's
/// first LZ4 codec, whose framing differs between writers.
std::unique_ptr<PageStream> openPage(const FileBytes &file, Codec codec, PagePlace place, std::size_t bytes,
                                     PageMemory &memory);

/// CRC-32 of the bytes in a range of a file.
std::uint32_t checksumOf(const FileBytes &file, PagePlace place, PageMemory &memory);

} // namespace anchorscope::parquet
