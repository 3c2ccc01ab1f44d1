// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/parquet/chunkreader.h"

#include "reader/parquet/footer.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace anchorscope::parquet {

namespace {

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

/// Checks the sizes in the header of a page, and moves behind the page.
PagePlace ChunkReader::skipBody(const PageHeader &header)
{
    const PagePlace place{m_at + header.headerBytes, header.packedBytes};
    if (place.length > m_end - place.offset)
        damagedColumn("a page goes beyond the end of its column");
    if (header.bytes > anyRatio && header.bytes / maxPacked > header.packedBytes)
        damagedColumn("a page of ", header.packedBytes, " bytes claims to unpack to ", header.bytes);
    if (header.bytes > largestPage || header.values > maxValues)
        throw UnreadableColumn("too-large", "a page of this column has ", header.bytes, " bytes and ", header.values,
                               " values; save the file with pages of some megabytes");
    m_at = place.offset + place.length;
    if (header.hasChecksum && checksumOf(m_file, place, m_memory) != header.checksum)
        damagedColumn("a page does not match its checksum");
    return place;
}

void ChunkReader::readDictionary(const PageHeader &header, PagePlace place)
{
    if (m_hasDictionary || m_values > 0)
        damagedColumn("a column has a dictionary after its values, or two");
    const Bytes body = openPage(m_file, m_chunk.codec, place, header.bytes, m_memory)->take(header.bytes);
    m_dictionaryBytes.assign(body.begin(), body.end());
    decodeValues(m_leaf, Encoding::plain, m_dictionaryBytes, header.values, nullptr, m_dictionary);
    m_hasDictionary = true;
}

/// Reads levels, encoded as runs, from the front of a data page of version 1.
Bytes ChunkReader::takeLevels(Encoding encoding, unsigned maximum)
{
    if (maximum == 0)
        return {};
    if (encoding != Encoding::rle)
        unsupportedColumn("its levels are encoded as they were before 2013; save it with another program");
    return m_body->take(numberAt<std::uint32_t>(m_body->take(4), 0));
}

/// Opens a data page and reads its levels. In pages of version 2, they are not compressed.
void ChunkReader::readLevels(const PageHeader &header, PagePlace place, Page &page)
{
    std::vector<std::byte> plain;
    Bytes definition;
    if (header.type == PageType::dataV2) {
        const std::uint64_t levelBytes = std::uint64_t{header.repetitionBytes} + header.definitionBytes;
        if (levelBytes > place.length || levelBytes > header.bytes)
            damagedColumn("a page is shorter than its levels");
        plain = m_file.read(place.offset, levelBytes);
        m_levels.assign(plain.begin(), plain.begin() + header.repetitionBytes);
        definition = Bytes(plain).subspan(header.repetitionBytes);
        m_body = openPage(m_file, header.packed ? m_chunk.codec : Codec::none,
                          {place.offset + levelBytes, place.length - levelBytes}, header.bytes - levelBytes, m_memory);
    } else {
        m_body = openPage(m_file, m_chunk.codec, place, header.bytes, m_memory);
        const Bytes repetition = takeLevels(header.repetitionEncoding, m_maxRepetitionLevel);
        m_levels.assign(repetition.begin(), repetition.end());
        definition = takeLevels(header.definitionEncoding, m_maxDefinitionLevel);
    }
    const unsigned bits = bitWidthOf(m_maxDefinitionLevel);
    page.definition.clear();
    if (m_maxDefinitionLevel > 0 && !isOneRun(definition, bits, header.values, m_maxDefinitionLevel))
        RunDecoder(definition, bits).next(header.values, page.definition);
    checkLevels(page.definition, m_maxDefinitionLevel);
    dropIfUniform(page.definition, m_maxDefinitionLevel);
    m_repetition.emplace(m_levels, bitWidthOf(m_maxRepetitionLevel));
}

void ChunkReader::readPage(const PageHeader &header, PagePlace place, Page &page)
{
    if (header.values > m_chunk.values - m_values)
        damagedColumn("the pages of a column hold more values than its header states");
    m_values += header.values;
    readLevels(header, place, page);
    const std::size_t present =
        page.definition.empty() ? header.values
                                : static_cast<std::size_t>(std::ranges::count(page.definition, m_maxDefinitionLevel));
    const std::size_t width = header.encoding == Encoding::plain && present == header.values ? plainWidth(m_leaf) : 0;
    m_inParts = width > 0 && m_body->left() == present * width;
    if (m_inParts)
        page.values.width = width;
    else
        decodeValues(m_leaf, header.encoding, m_body->take(m_body->left()), present,
                     m_hasDictionary ? &m_dictionary : nullptr, page.values);
    page.count = 0;
    m_leftOfPage = header.values;
    takePart(page);
}

/// Moves to the next values of a page. If no value is missing and all have the same size, moves by at most 1 MB, so
/// that they take little memory; otherwise takes all values of the page.
void ChunkReader::takePart(Page &page)
{
    constexpr std::size_t partBytes = 1 << 20;
    PageValues &values = page.values;
    const bool inParts = page.definition.empty() && values.width > 0;
    const std::size_t before = page.count;
    page.count = inParts ? std::min(m_leftOfPage, std::max<std::size_t>(partBytes / values.width, 1)) : m_leftOfPage;
    m_leftOfPage -= page.count;
    if (m_inParts)
        values.fixed = m_body->take(page.count * values.width).data();
    else if (inParts)
        values.fixed += before * values.width;
    page.repetition.clear();
    if (m_maxRepetitionLevel > 0)
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
        const PagePlace place = skipBody(header);
        if (header.type == PageType::dictionary) {
            readDictionary(header, place);
        } else if (header.type != PageType::index) {
            readPage(header, place, page);
            return true;
        }
    }
    return false;
}

} // namespace anchorscope::parquet
