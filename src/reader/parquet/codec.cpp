// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/parquet/codec.h"

#include <brotli/decode.h>
#include <lz4.h>
#include <snappy-c.h>
#include <snappy-sinksource.h>
#include <snappy.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <exception>

namespace anchorscope::parquet {

namespace {

const char *letters(Bytes bytes)
{
    return reinterpret_cast<const char *>(bytes.data());
}

/// Source of bytes for Snappy that reads from a file.
class FilePieces final : public snappy::Source
{
public:
    FilePieces(const FileBytes &file, std::uint64_t offset, std::uint64_t length, ByteBuffer &memory)
        : m_file(file), m_at(offset), m_left(length), m_memory(memory)
    {
    }

    std::size_t Available() const override { return m_left; }

    const char *Peek(std::size_t *length) override
    {
        if (m_piece.empty() && m_left > 0)
            load();
        *length = m_piece.size();
        return letters(m_piece);
    }

    /// `count`: at most the size of the last Peek().
    void Skip(std::size_t count) override
    {
        m_piece = m_piece.subspan(count);
        m_at += count;
        m_left -= count;
    }

    /// Throws the error that occurred while Snappy was reading; Snappy itself does not handle exceptions.
    void rethrow() const
    {
        if (m_problem)
            std::rethrow_exception(m_problem);
    }

private:
    void load()
    {
        constexpr std::size_t pieceBytes = 1 << 20; // small enough for the cache
        const auto piece = m_memory.room(std::min(pieceBytes, m_left));
        try {
            m_file.read(m_at, piece);
            m_file.status().alive();
            m_piece = piece;
        } catch (const UnreadableColumn &) {
            m_problem = std::current_exception();
            m_left = 0;
        }
    }

    const FileBytes &m_file;
    std::uint64_t m_at;
    std::size_t m_left;
    ByteBuffer &m_memory;
    Bytes m_piece;
    std::exception_ptr m_problem;
};

bool unpackSnappy(Bytes packed, std::span<std::byte> target)
{
    std::size_t length = 0;
    if (snappy_uncompressed_length(letters(packed), packed.size(), &length) != SNAPPY_OK || length != target.size())
        return false;
    return snappy_uncompress(letters(packed), packed.size(), reinterpret_cast<char *>(target.data()), &length) ==
           SNAPPY_OK;
}

/// Unpacks gzip, as specified, or zlib, which some programs write; consecutive members are joined.
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
    return LZ4_decompress_safe(letters(packed), reinterpret_cast<char *>(target.data()),
                               static_cast<int>(packed.size()),
                               static_cast<int>(target.size())) == static_cast<int>(target.size());
}

bool unpackZstd(Bytes packed, std::span<std::byte> target)
{
    return ZSTD_decompress(target.data(), target.size(), packed.data(), packed.size()) == target.size();
}

bool unpacked(Codec codec, Bytes packed, std::span<std::byte> target)
{
    switch (codec) {
    case Codec::snappy:
        return unpackSnappy(packed, target);
    case Codec::gzip:
        return unpackGzip(packed, target);
    case Codec::brotli:
        return unpackBrotli(packed, target);
    case Codec::zstd:
        return unpackZstd(packed, target);
    case Codec::lz4Raw:
        return unpackLz4(packed, target);
    case Codec::lzo:
        unsupportedColumn("this column is compressed with LZO, which is not supported; save it with zstd or snappy");
    case Codec::lz4:
        unsupportedColumn("this column is compressed with the first form of LZ4, which differs from program to "
                          "program; save it with zstd, snappy or LZ4_RAW");
    case Codec::none:
        break;
    }
    if (packed.size() != target.size())
        return false;
    std::memcpy(target.data(), packed.data(), packed.size());
    return true;
}

} // namespace

void unpackSnappy(const FileBytes &file, std::uint64_t offset, std::uint64_t length, ByteBuffer &piece,
                  std::span<std::byte> target)
{
    FilePieces pieces(file, offset, length, piece);
    std::size_t beginning = 0, claimed = 0;
    const char *bytes = pieces.Peek(&beginning);
    const bool whole = snappy::GetUncompressedLength(bytes, beginning, &claimed) && claimed == target.size() &&
                       snappy::RawUncompress(&pieces, reinterpret_cast<char *>(target.data()));
    pieces.rethrow();
    if (!whole && !(target.empty() && length == 0))
        damagedColumn("a page cannot be unpacked");
}

void unpack(Codec codec, Bytes packed, std::span<std::byte> target)
{
    if (target.empty() && packed.empty())
        return;
    if (!unpacked(codec, packed, target))
        damagedColumn("a page cannot be unpacked");
}

} // namespace anchorscope::parquet
