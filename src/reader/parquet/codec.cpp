// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/parquet/codec.h"

#include <brotli/decode.h>
#include <lz4.h>
#include <snappy-c.h>
#include <zlib.h>
#include <zstd.h>

namespace anchorscope::parquet {

namespace {

const char *letters(Bytes bytes)
{
    return reinterpret_cast<const char *>(bytes.data());
}

bool unpackSnappy(Bytes packed, std::span<std::byte> target)
{
    std::size_t length = 0;
    if (snappy_uncompressed_length(letters(packed), packed.size(), &length) != SNAPPY_OK || length != target.size())
        return false;
    return snappy_uncompress(letters(packed), packed.size(), reinterpret_cast<char *>(target.data()), &length) ==
           SNAPPY_OK;
}

/// gzip, as the format asks for, or zlib, which some write; members one after the other.
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
        unsupportedColumn("this column is compressed by LZO, which is not read; save it with zstd or snappy");
    case Codec::lz4:
        unsupportedColumn("this column is compressed by the first form of LZ4, which each program wrote in its own "
                          "way; save it with zstd, snappy or LZ4_RAW");
    case Codec::none:
        break;
    }
    if (packed.size() != target.size())
        return false;
    std::memcpy(target.data(), packed.data(), packed.size());
    return true;
}

} // namespace

void unpack(Codec codec, Bytes packed, std::span<std::byte> target)
{
    if (target.empty() && packed.empty())
        return;
    if (!unpacked(codec, packed, target))
        damagedColumn("a page cannot be unpacked");
}

} // namespace anchorscope::parquet
