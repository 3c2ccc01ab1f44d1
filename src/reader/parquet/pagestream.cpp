// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/parquet/pagestream.h"

#include <brotli/decode.h>
#include <lz4.h>
#include <snappy-sinksource.h>
#include <snappy.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <vector>

namespace anchorscope::parquet {

namespace {

[[noreturn]] void damagedPage()
{
    damagedColumn("a page cannot be unpacked");
}

/// Compressed bytes of a page, read from the file in pieces.
class PageInput
{
public:
    PageInput(const FileBytes &file, PagePlace place, ByteBuffer &memory)
        : m_file(file), m_at(place.offset), m_left(place.length), m_memory(memory)
    {
    }

    /// Returns the bytes of the current piece that were not skipped, or reads the next piece; empty at the end.
    Bytes piece()
    {
        // small enough for the processor's cache
        constexpr std::uint64_t pieceBytes = 1 << 18;
        if (m_piece.empty() && m_left > 0) {
            const auto piece = m_memory.room(std::min(pieceBytes, m_left));
            m_file.read(m_at, piece);
            m_at += piece.size();
            m_left -= piece.size();
            m_piece = piece;
        }
        return m_piece;
    }
    /// Skips `count` bytes of the current piece.
    void skip(std::size_t count) { m_piece = m_piece.subspan(count); }

    /// Number of bytes that were not skipped.
    std::uint64_t left() const { return m_left + m_piece.size(); }

private:
    const FileBytes &m_file;
    std::uint64_t m_at, m_left;
    ByteBuffer &m_memory;
    Bytes m_piece;
};

class StoredPage final : public PageStream
{
public:
    StoredPage(const FileBytes &file, PagePlace place, PageMemory &memory)
        : PageStream(place.length), m_file(file), m_at(place.offset), m_memory(memory.unpacked)
    {
    }

private:
    Bytes next(std::size_t count) override
    {
        const auto target = m_memory.room(count);
        m_file.read(m_at, target);
        m_at += count;
        return target;
    }

    const FileBytes &m_file;
    std::uint64_t m_at;
    ByteBuffer &m_memory;
};

class ZstdPage final : public PageStream
{
public:
    ZstdPage(const FileBytes &file, PagePlace place, std::size_t bytes, PageMemory &memory)
        : PageStream(bytes), m_input(file, place, memory.packed), m_memory(memory.unpacked),
          m_context(ZSTD_createDCtx(), ZSTD_freeDCtx)
    {
        if (!m_context)
            throw std::bad_alloc();
        constexpr int anyWindow = 30; // 2^30 bytes, the maximum of a page
        ZSTD_DCtx_setParameter(m_context.get(), ZSTD_d_windowLogMax, anyWindow);
    }

private:
    Bytes next(std::size_t count) override
    {
        const std::span<std::byte> target = m_memory.room(count);
        ZSTD_outBuffer output{target.data(), target.size(), 0};
        while (output.pos < output.size || (left() == 0 && !m_ended)) {
            const Bytes piece = m_input.piece();
            ZSTD_inBuffer input{piece.data(), piece.size(), 0};
            const std::size_t before = output.pos;
            const std::size_t state = ZSTD_decompressStream(m_context.get(), &output, &input);
            m_ended = state == 0;
            if (ZSTD_isError(state) != 0 || (input.pos == 0 && output.pos == before))
                damagedPage();
            m_input.skip(input.pos);
        }
        return target;
    }

    PageInput m_input;
    ByteBuffer &m_memory;
    std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx *)> m_context;
    bool m_ended = false; ///< true at the end of the compressed data
};

/// Decompresses gzip, as Parquet requires, or zlib, which some programs write; joins consecutive gzip members.
bool unpackGzip(Bytes packed, std::span<std::byte> target)
{
    constexpr int eitherHeader = 32 + MAX_WBITS;
    z_stream stream{};
    if (inflateInit2(&stream, eitherHeader) != Z_OK)
        return false;
    stream.next_in = const_cast<Bytef *>(reinterpret_cast<const Bytef *>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef *>(target.data());
    stream.avail_out = static_cast<uInt>(target.size());
    int state = Z_OK;
    while (state == Z_OK) {
        state = inflate(&stream, Z_FINISH);
        if (state == Z_STREAM_END && stream.avail_in > 0 && stream.avail_out > 0)
            state = inflateReset(&stream);
    }
    const bool whole = state == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    return whole;
}

bool unpackBrotli(Bytes packed, std::span<std::byte> target)
{
    std::size_t length = target.size();
    return BrotliDecoderDecompress(packed.size(), reinterpret_cast<const std::uint8_t *>(packed.data()), &length,
                                   reinterpret_cast<std::uint8_t *>(target.data())) == BROTLI_DECODER_RESULT_SUCCESS &&
           length == target.size();
}

bool unpackLz4(Bytes packed, std::span<std::byte> target)
{
    return LZ4_decompress_safe(reinterpret_cast<const char *>(packed.data()), reinterpret_cast<char *>(target.data()),
                               static_cast<int>(packed.size()),
                               static_cast<int>(target.size())) == static_cast<int>(target.size());
}

/// Reads the whole compressed page, then decompresses it. `Unpack` returns false if the bytes are damaged.
template <bool (*Unpack)(Bytes, std::span<std::byte>)>
bool readAndUnpack(const FileBytes &file, PagePlace place, std::span<std::byte> target, ByteBuffer &memory)
{
    const auto packed = memory.room(place.length);
    file.read(place.offset, packed);
    return Unpack(packed, target);
}

/// Compressed bytes of a page, which Snappy reads in pieces.
class SnappySource final : public snappy::Source
{
public:
    explicit SnappySource(PageInput input) : m_input(std::move(input)) {}

    std::size_t Available() const override { return m_problem ? 0 : m_input.left(); }
    const char *Peek(std::size_t *length) override
    {
        Bytes piece;
        try {
            piece = m_input.piece();
        } catch (const UnreadableColumn &) {
            m_problem = std::current_exception();
        }
        *length = piece.size();
        return reinterpret_cast<const char *>(piece.data());
    }
    void Skip(std::size_t count) override { m_input.skip(count); }

    /// Throws the exception that was stored while Snappy was reading, because Snappy does not handle exceptions.
    void rethrow() const
    {
        if (m_problem)
            std::rethrow_exception(m_problem);
    }

private:
    PageInput m_input;
    std::exception_ptr m_problem;
};

bool unpackSnappy(const FileBytes &file, PagePlace place, std::span<std::byte> target, ByteBuffer &memory)
{
    SnappySource source({file, place, memory});
    std::size_t beginning = 0, claimed = 0;
    const char *bytes = source.Peek(&beginning);
    const bool whole = snappy::GetUncompressedLength(bytes, beginning, &claimed) && claimed == target.size() &&
                       snappy::RawUncompress(&source, reinterpret_cast<char *>(target.data()));
    source.rethrow();
    return whole;
}

/// Page that is decompressed as a whole, because its codec or library has no other way.
class WholePage final : public PageStream
{
public:
    using Unpack = bool(const FileBytes &, PagePlace, std::span<std::byte> target, ByteBuffer &memory);

    WholePage(Unpack &unpack, const FileBytes &file, PagePlace place, std::size_t bytes, PageMemory &memory)
        : PageStream(bytes)
    {
        const auto target = memory.unpacked.room(bytes);
        if (!unpack(file, place, target, memory.packed))
            damagedPage();
        m_rest = target;
    }

private:
    Bytes next(std::size_t count) override
    {
        const Bytes taken = m_rest.first(count);
        m_rest = m_rest.subspan(count);
        return taken;
    }
    Bytes m_rest;
};

/// Page compressed with Snappy. The library only decompresses whole streams, so the page is divided into the blocks of
/// 64 KB that compressors write, and each block becomes a stream. A page with other blocks is decompressed as a whole.
class SnappyPage final : public PageStream
{
public:
    SnappyPage(const FileBytes &file, PagePlace place, std::size_t bytes, PageMemory &memory)
        : PageStream(bytes), m_file(file), m_place(place), m_unread(place), m_bytes(bytes), m_memory(memory),
          m_window(memory.packed.room(windowBytes))
    {
        refill();
        std::uint64_t claimed = 0;
        std::size_t length = 0;
        for (std::byte last{0x80}; (last & std::byte{0x80}) != std::byte{} && length < longestHeader; ++length) {
            last = at(m_begin + length);
            claimed |= std::to_integer<std::uint64_t>(last & std::byte{0x7f}) << (7 * length);
        }
        m_begin += length;
        if (claimed != bytes)
            damagedPage();
    }

private:
    Bytes next(std::size_t count) override
    {
        if (count == m_bytes)
            readWhole(); // blocks would save no memory
        const auto target = m_whole ? std::span<std::byte>() : m_memory.unpacked.room(count);
        for (std::size_t done = 0; !m_whole && done < count;) {
            const std::size_t size = std::min(blockBytes, m_bytes - m_unpacked);
            if (!m_rest.empty()) {
                const Bytes taken = m_rest.first(std::min(m_rest.size(), count - done));
                std::ranges::copy(taken, target.begin() + static_cast<std::ptrdiff_t>(done));
                m_rest = m_rest.subspan(taken.size());
                done += taken.size();
            } else if (size <= count - done) {
                unpackBlock(target.subspan(done, size));
                done += size;
            } else {
                unpackBlock({m_block.data(), size});
                m_rest = Bytes(m_block).first(size);
            }
        }
        m_given += count;
        if (!m_whole && m_given == m_bytes && (m_begin < m_end || m_unread.length > 0))
            damagedPage();
        return m_whole ? m_whole->take(count) : target;
    }

    /// Decompresses the page as a whole, and skips the bytes that were returned before.
    void readWhole()
    {
        m_whole = std::make_unique<WholePage>(unpackSnappy, m_file, m_place, m_bytes, m_memory);
        m_whole->take(m_given);
    }

    /// Decompresses the next block, or the whole page if the block does not end between two parts or refers to others.
    void unpackBlock(std::span<std::byte> target)
    {
        refill();
        std::size_t end = m_begin, found = 0;
        while (found < target.size())
            found += lengthOfPart(end);
        std::array<std::byte, longestHeader> header; // length of the block, to be written before its first byte
        std::size_t length = 0;
        for (std::size_t left = target.size(); length == 0 || left > 0; left >>= 7)
            header[length++] = static_cast<std::byte>((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
        std::copy_n(header.begin(), length, m_window.begin() + static_cast<std::ptrdiff_t>(m_begin - length));
        const auto *stream = reinterpret_cast<const char *>(m_window.data() + m_begin - length);
        if (found > target.size() || end > m_end ||
            !snappy::RawUncompress(stream, end - m_begin + length, reinterpret_cast<char *>(target.data())))
            return readWhole();
        m_begin = end;
        m_unpacked += target.size();
    }

    /// Returns the decompressed length of the literal or reference at `place`, which is moved behind it.
    std::size_t lengthOfPart(std::size_t &place) const
    {
        const unsigned tag = std::to_integer<unsigned>(at(place++)), kind = tag & 3;
        std::size_t length = (tag >> 2) + 1;
        if (kind != 0) { // reference
            place += kind == 3 ? 4 : kind;
            return kind == 1 ? ((tag >> 2) & 7) + 4 : length;
        }
        constexpr std::size_t longest = 60; // longer literals have their length in 1 to 4 bytes after the tag
        if (length > longest) {
            const std::size_t bytes = length - longest;
            length = 1;
            for (std::size_t i = 0; i < bytes; ++i)
                length += std::to_integer<std::size_t>(at(place++)) << (8 * i);
        }
        place += length;
        return length;
    }

    std::byte at(std::size_t place) const
    {
        if (place >= m_end)
            damagedPage();
        return m_window[place];
    }

    /// Reads more of the page if the window may not contain the whole next block.
    void refill()
    {
        if (m_end - m_begin >= largestBlock || m_unread.length == 0)
            return;
        std::ranges::copy(m_window.subspan(m_begin, m_end - m_begin), m_window.begin() + longestHeader);
        m_end -= m_begin - longestHeader;
        m_begin = longestHeader;
        const std::size_t count = std::min<std::uint64_t>(m_unread.length, windowBytes - m_end);
        m_file.read(m_unread.offset, m_window.subspan(m_end, count));
        m_end += count;
        m_unread = {m_unread.offset + count, m_unread.length - count};
    }

    static constexpr std::size_t blockBytes = 1 << 16, longestHeader = 5;
    /// maximum compressed size of a block, because a reference of 5 bytes may represent one byte
    static constexpr std::size_t largestBlock = 5 * blockBytes;
    static constexpr std::size_t windowBytes = 1 << 19; ///< small enough for the processor's cache

    const FileBytes &m_file;
    const PagePlace m_place;
    PagePlace m_unread;
    const std::size_t m_bytes;
    std::size_t m_unpacked = 0, m_given = 0; ///< number of decompressed bytes of the blocks read, and of those returned
    PageMemory &m_memory;
    std::span<std::byte> m_window; ///< compressed bytes, of which those from m_begin to m_end are next
    std::size_t m_begin = longestHeader, m_end = longestHeader;
    std::vector<std::byte> m_block = std::vector<std::byte>(blockBytes);
    Bytes m_rest; ///< bytes of the block that were not returned yet
    std::unique_ptr<WholePage> m_whole;
};

} // namespace

Bytes PageStream::take(std::size_t count)
{
    if (count > m_left)
        damagedColumn("a page ends early");
    m_left -= count;
    return next(count);
}

std::unique_ptr<PageStream> openPage(const FileBytes &file, Codec codec, PagePlace place, std::size_t bytes,
                                     PageMemory &memory)
{
    if (bytes == 0 && place.length == 0)
        return std::make_unique<StoredPage>(file, place, memory);
    switch (codec) {
    case Codec::none:
        if (bytes != place.length)
            damagedColumn("the length of a page differs from the one in its header");
        return std::make_unique<StoredPage>(file, place, memory);
    case Codec::zstd:
        return std::make_unique<ZstdPage>(file, place, bytes, memory);
    case Codec::snappy:
        return std::make_unique<SnappyPage>(file, place, bytes, memory);
    case Codec::gzip:
        return std::make_unique<WholePage>(readAndUnpack<unpackGzip>, file, place, bytes, memory);
    case Codec::brotli:
        return std::make_unique<WholePage>(readAndUnpack<unpackBrotli>, file, place, bytes, memory);
    case Codec::lz4Raw:
        return std::make_unique<WholePage>(readAndUnpack<unpackLz4>, file, place, bytes, memory);
    case Codec::lz4:
        unsupportedColumn("this column is compressed with the first form of LZ4, which differs from program to "
                          "program; save it with zstd, snappy or LZ4_RAW");
    case Codec::lzo:
        break;
    }
    unsupportedColumn("this column is compressed with LZO, which is not supported; save it with zstd or snappy");
}

std::uint32_t checksumOf(const FileBytes &file, PagePlace place, PageMemory &memory)
{
    PageInput input(file, place, memory.packed);
    uLong checksum = 0;
    for (Bytes piece = input.piece(); !piece.empty(); piece = input.piece()) {
        checksum = crc32(checksum, reinterpret_cast<const Bytef *>(piece.data()), static_cast<uInt>(piece.size()));
        input.skip(piece.size());
    }
    return static_cast<std::uint32_t>(checksum);
}

} // namespace anchorscope::parquet
