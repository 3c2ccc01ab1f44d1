// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/parquet/chunkreader.h"

#include "reader/parquet/footer.h"

#include <brotli/decode.h>
#include <lz4.h>
#include <snappy-c.h>
#include <snappy-sinksource.h>
#include <snappy.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <exception>
#include <utility>

namespace anchorscope::parquet {

namespace {

const char *letters(Bytes bytes)
{
    return reinterpret_cast<const char *>(bytes.data());
}

/// Compressed bytes that Snappy reads from a file.
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

    /// Skips `count` bytes, at most as many as the last Peek() returned.
    void Skip(std::size_t count) override
    {
        m_piece = m_piece.subspan(count);
        m_at += count;
        m_left -= count;
    }

    /// Throws the exception that was stored while Snappy was reading, because Snappy does not handle exceptions.
    void rethrow() const
    {
        if (m_problem)
            std::rethrow_exception(m_problem);
    }

private:
    void load()
    {
        // Bytes read in one piece; small enough for the processor's cache.
        constexpr std::size_t pieceBytes = 1 << 20;
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

/// Like unpack(), for Snappy. If the compressed page is in a file, reads it in pieces, to save memory.
bool unpackSnappy(Bytes packed, std::span<std::byte> target)
{
    std::size_t length = 0;
    if (snappy_uncompressed_length(letters(packed), packed.size(), &length) != SNAPPY_OK || length != target.size())
        return false;
    return snappy_uncompress(letters(packed), packed.size(), reinterpret_cast<char *>(target.data()), &length) ==
           SNAPPY_OK;
}

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

/// Decompresses a page into `target`, which must be filled exactly. Throws UnreadableColumn for damaged bytes, LZO, and
/// Parquet's first LZ4 codec, whose framing differs between writers.
void unpack(Codec codec, Bytes packed, std::span<std::byte> target)
{
    if (target.empty() && packed.empty())
        return;
    if (!unpacked(codec, packed, target))
        damagedColumn("a page cannot be unpacked");
}

/// Bytes of a page header to read first, and maximum. Most headers have about 50 bytes; long statistics take more.
constexpr std::uint64_t usualHeader = 256, largestHeader = 16 << 20;
/// Maximum bytes of a page. Most programs write pages of 1 MB, DuckDB up to 100 MB, fastparquet one page per column.
constexpr std::uint32_t largestPage = 1 << 30;
constexpr std::uint32_t maxValues = 1 << 26;
/// Maximum bytes of a page whose compression ratio is not checked, and maximum ratio of larger pages. Zeros reach a
/// ratio of 80,000 (brotli), large pages of vectors far less.
constexpr std::uint32_t anyRatio = 16 << 20, maxPacked = 10000;

unsigned bitWidthOf(unsigned maximum)
{
    return static_cast<unsigned>(std::bit_width(maximum));
}

/// Clears the levels if all are equal to `level`, so that they need not be checked one by one.
void dropIfUniform(std::vector<std::uint8_t> &levels, unsigned level)
{
    if (!levels.empty() && levels.front() == level &&
        std::memcmp(levels.data(), levels.data() + 1, levels.size() - 1) == 0)
        levels.clear();
}

} // namespace

ChunkReader::ChunkReader(const FileBytes &file, const ColumnChunk &chunk, const SchemaElement &leaf,
                         unsigned maxRepetition, unsigned maxDefinition, PageMemory &memory)
    : m_file(file), m_chunk(chunk), m_leaf(leaf), m_maxRepetitionLevel(maxRepetition),
      m_maxDefinitionLevel(maxDefinition), m_memory(memory), m_at(chunk.begin), m_end(chunk.begin + chunk.bytes)
{
}

PageHeader ChunkReader::readHeader()
{
    for (std::uint64_t length = usualHeader;; length *= 8) {
        const std::uint64_t there = std::min(length, m_end - m_at);
        const auto bytes = m_file.read(m_at, there);
        try {
            return readPageHeader(bytes);
        } catch (const ThriftEnd &) {
            if (there == m_end - m_at || length > largestHeader)
                throw;
        }
    }
}

void ChunkReader::skipBody(const PageHeader &header)
{
    m_body = m_at + header.headerBytes;
    if (header.packedBytes > m_end - m_body)
        damagedColumn("a page goes beyond the end of its column");
    if (header.bytes > anyRatio && header.bytes / maxPacked > header.packedBytes)
        damagedColumn("a page of ", header.packedBytes, " bytes claims to unpack to ", header.bytes);
    if (header.bytes > largestPage || header.values > maxValues)
        throw UnreadableColumn("too-large", "a page of this column has ", header.bytes, " bytes and ", header.values,
                               " values; save the file with pages of some megabytes");
    m_at = m_body + header.packedBytes;
}

Bytes ChunkReader::packedBody(const PageHeader &header)
{
    const auto bytes = m_memory.packed.room(header.packedBytes);
    m_file.read(m_body, bytes);
    if (header.hasChecksum &&
        crc32(0, reinterpret_cast<const Bytef *>(bytes.data()), static_cast<uInt>(bytes.size())) != header.checksum)
        damagedColumn("a page does not match its checksum");
    return bytes;
}

/// Reads and decompresses a page. Its first `plainBytes` bytes (levels in pages of version 2) are never compressed.
Bytes ChunkReader::unpackedBody(const PageHeader &header, std::size_t plainBytes)
{
    const bool packed = m_chunk.codec != Codec::none && (header.type != PageType::dataV2 || header.packed);
    if (!packed && header.bytes != header.packedBytes)
        damagedColumn("the length of a page differs from the one in its header");
    if (!packed)
        return packedBody(header);
    if (plainBytes > header.packedBytes || plainBytes > header.bytes)
        damagedColumn("a page is shorter than its levels");
    const auto target = m_memory.unpacked.room(header.bytes);
    if (m_chunk.codec == Codec::snappy && !header.hasChecksum) {
        m_file.read(m_body, target.first(plainBytes));
        unpackSnappy(m_file, m_body + plainBytes, header.packedBytes - plainBytes, m_memory.packed,
                     target.subspan(plainBytes));
        return target;
    }
    const Bytes body = packedBody(header);
    std::copy_n(body.begin(), plainBytes, target.begin());
    unpack(m_chunk.codec, body.subspan(plainBytes), target.subspan(plainBytes));
    return target;
}

void ChunkReader::readDictionary(const PageHeader &header)
{
    if (m_hasDictionary || m_values > 0)
        damagedColumn("a column has a dictionary after its values, or two");
    const Bytes body = unpackedBody(header, 0);
    m_dictionaryBytes.assign(body.begin(), body.end());
    decodeValues(m_leaf, Encoding::plain, m_dictionaryBytes, header.values, nullptr, m_dictionary);
    m_hasDictionary = true;
}

/// Removes levels, encoded as runs, from the front of a data page of version 1, and returns them.
Bytes ChunkReader::takeLevels(Bytes &body, Encoding encoding, unsigned maximum)
{
    if (maximum == 0)
        return {};
    if (encoding != Encoding::rle)
        unsupportedColumn("its levels are encoded as they were before 2013; save it with another program");
    const std::uint64_t length = numberAt<std::uint32_t>(body, 0);
    const Bytes levels = partOf(body, 4, length);
    body = body.subspan(4 + length);
    return levels;
}

void ChunkReader::readPage(const PageHeader &header, Page &page)
{
    const bool second = header.type == PageType::dataV2;
    const std::uint64_t plain =
        second ? std::uint64_t{header.repetitionBytes} + header.definitionBytes : std::uint64_t{0};
    Bytes body = unpackedBody(header, plain);
    page.count = header.values;
    page.repetition.clear();
    page.definition.clear();
    if (header.values > m_chunk.values - m_values)
        damagedColumn("the pages of a column hold more values than its header states");
    m_values += header.values;
    Bytes repetition, definition;
    if (second) {
        repetition = partOf(body, 0, header.repetitionBytes);
        definition = partOf(body, header.repetitionBytes, header.definitionBytes);
        body = body.subspan(plain);
    } else {
        repetition = takeLevels(body, header.repetitionEncoding, m_maxRepetitionLevel);
        definition = takeLevels(body, header.definitionEncoding, m_maxDefinitionLevel);
    }
    const unsigned definitionBits = bitWidthOf(m_maxDefinitionLevel);
    if (m_maxDefinitionLevel > 0 && !isOneRun(definition, definitionBits, page.count, m_maxDefinitionLevel))
        RunDecoder(definition, definitionBits).next(page.count, page.definition);
    checkLevels(page.definition, m_maxDefinitionLevel);
    dropIfUniform(page.definition, m_maxDefinitionLevel);
    const std::size_t present =
        page.definition.empty() ? page.count
                                : static_cast<std::size_t>(std::ranges::count(page.definition, m_maxDefinitionLevel));
    decodeValues(m_leaf, header.encoding, body, present, m_hasDictionary ? &m_dictionary : nullptr, page.values);
    if (m_maxRepetitionLevel == 0)
        return;
    // Copies the levels, because the caller releases the memory of a page step by step while it reads the values.
    m_levels.assign(repetition.begin(), repetition.end());
    m_repetition.emplace(m_levels, bitWidthOf(m_maxRepetitionLevel));
    m_leftOfPage = std::exchange(page.count, 0);
    takePart(page);
}

/// Moves to the next values of a page of lists. If no value is missing and all have the same size, moves by at most
/// 2^20 values, so that their levels take little memory; otherwise takes all values of the page.
void ChunkReader::takePart(Page &page)
{
    constexpr std::size_t mostValues = 1 << 20;
    const bool inParts = page.definition.empty() && page.values.width > 0;
    if (inParts)
        page.values.fixed += page.count * page.values.width;
    page.count = inParts ? std::min(m_leftOfPage, mostValues) : m_leftOfPage;
    m_leftOfPage -= page.count;
    m_repetition->next(page.count, page.repetition);
    checkLevels(page.repetition, m_maxRepetitionLevel);
}

void ChunkReader::checkLevels(const std::vector<std::uint8_t> &levels, unsigned maximum) const
{
    // If maximum + 1 is a power of two, a larger level cannot occur: a level does not have enough bits.
    if (!std::has_single_bit(maximum + 1) &&
        std::ranges::any_of(levels, [maximum](std::uint8_t level) { return level > maximum; }))
        damagedColumn("a page has levels that its column does not have");
}

bool ChunkReader::next(Page &page)
{
    if (m_leftOfPage > 0) {
        takePart(page);
        return true;
    }
    while (m_values < m_chunk.values) {
        if (m_at >= m_end)
            damagedColumn("the pages of a column hold fewer values than its header states");
        const PageHeader header = readHeader();
        skipBody(header);
        if (header.type == PageType::dictionary) {
            readDictionary(header);
        } else if (header.type != PageType::index) {
            readPage(header, page);
            return true;
        }
    }
    return false;
}

} // namespace anchorscope::parquet
