// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/parquet/encodings.h"

#include <algorithm>
#include <array>

namespace anchorscope::parquet {

namespace {

class ByteCursor
{
public:
    explicit ByteCursor(Bytes bytes) : m_bytes(bytes) {}
    Bytes take(std::size_t count)
    {
        const Bytes part = partOf(m_bytes, 0, count);
        m_bytes = m_bytes.subspan(count);
        return part;
    }
    std::uint64_t number()
    {
        return variableNumber([this] { return numberAt<std::uint8_t>(take(1), 0); }, "a page");
    }
    std::int64_t zigzag() { return unfolded(number()); }
    std::size_t left() const { return m_bytes.size(); }
    Bytes rest() const { return m_bytes; }
    void finish() const
    {
        if (!m_bytes.empty())
            damagedColumn("a page has bytes after its values");
    }

private:
    Bytes m_bytes;
};

/// Maximum bytes of the texts of a page in which each text repeats a prefix of the previous one (DELTA_BYTE_ARRAY). The
/// texts may be much larger than the page; the format allows 2^31 bytes.
constexpr std::uint64_t maxTextBytes = std::uint64_t{1} << 30;

std::uint64_t bitsAt(Bytes bytes, std::size_t bit, unsigned bitWidth)
{
    std::uint64_t value = 0;
    for (unsigned got = 0; got < bitWidth;) {
        const std::size_t at = (bit + got) / 8;
        const auto inByte = static_cast<unsigned>((bit + got) % 8);
        const unsigned taken = std::min(8 - inByte, bitWidth - got);
        const auto byte = static_cast<unsigned>(numberAt<std::uint8_t>(bytes, at));
        value |= static_cast<std::uint64_t>(byte >> inByte & ((1U << taken) - 1)) << got;
        got += taken;
    }
    return value;
}

struct DeltaShape
{
    std::uint64_t block = 0, miniblocks = 0;
    std::size_t each() const { return static_cast<std::size_t>(block / miniblocks); }
};

DeltaShape readShape(ByteCursor &cursor)
{
    constexpr std::uint64_t largestBlock = 1 << 20;
    DeltaShape shape;
    shape.block = cursor.number();
    shape.miniblocks = cursor.number();
    if (shape.block == 0 || shape.block > largestBlock || shape.miniblocks == 0 || shape.miniblocks > shape.block ||
        shape.block % shape.miniblocks != 0 || shape.each() % 8 != 0)
        damagedColumn("a page of differences has blocks of ", shape.block, " values in ", shape.miniblocks, " parts");
    return shape;
}

/// Decodes integers stored as differences from the previous one; overflow wraps, as the format requires.
std::vector<std::int64_t> readDeltas(ByteCursor &cursor, std::size_t count)
{
    const DeltaShape shape = readShape(cursor);
    const std::uint64_t total = cursor.number();
    auto value = static_cast<std::uint64_t>(cursor.zigzag());
    if (total != count)
        damagedColumn("a page of differences has ", total, " values, and ", count, " are expected");
    std::vector<std::int64_t> values;
    values.reserve(count);
    if (count > 0)
        values.push_back(static_cast<std::int64_t>(value));
    while (values.size() < count) {
        const auto minimum = static_cast<std::uint64_t>(cursor.zigzag());
        const Bytes widths = cursor.take(static_cast<std::size_t>(shape.miniblocks));
        for (std::size_t part = 0; part < widths.size() && values.size() < count; ++part) {
            const auto bitWidth = static_cast<unsigned>(widths[part]);
            if (bitWidth > 64)
                damagedColumn("a page of differences has numbers of ", bitWidth, " bits");
            const Bytes packed = cursor.take(shape.each() / 8 * bitWidth);
            for (std::size_t i = 0; i < shape.each() && values.size() < count; ++i) {
                value += minimum + bitsAt(packed, i * bitWidth, bitWidth);
                values.push_back(static_cast<std::int64_t>(value));
            }
        }
    }
    return values;
}

std::size_t lengthOf(std::int64_t length)
{
    return natural(length, "a text has a negative length");
}

/// Decodes DELTA_BINARY_PACKED: the minimum of a block is subtracted from its differences, which are packed in bits.
/// `values.width` is 4 or 8.
void decodeDeltas(Bytes bytes, std::size_t count, PageValues &values)
{
    ByteCursor cursor(bytes);
    const std::vector<std::int64_t> numbers = readDeltas(cursor, count);
    values.own.resize(count * values.width);
    for (std::size_t i = 0; i < count; ++i)
        // copies the lower half of the number, if the values have 4 bytes
        std::memcpy(values.own.data() + i * values.width, &numbers[i], values.width);
    values.fixed = values.own.data();
}

/// Decodes DELTA_LENGTH_BYTE_ARRAY: the lengths of all texts, then their characters.
void decodeLengths(Bytes bytes, std::size_t count, PageValues &values)
{
    ByteCursor cursor(bytes);
    const std::vector<std::int64_t> lengths = readDeltas(cursor, count);
    values.texts.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        values.texts[i] = charactersOf(cursor.take(lengthOf(lengths[i])));
    cursor.finish();
}

/// Decodes DELTA_BYTE_ARRAY: the length of the prefix shared with the previous text, and the rest.
void decodePrefixes(Bytes bytes, std::size_t count, PageValues &values)
{
    ByteCursor cursor(bytes);
    const std::vector<std::int64_t> prefixes = readDeltas(cursor, count), suffixes = readDeltas(cursor, count);
    const std::size_t width = values.width;
    std::uint64_t total = 0, previous = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t length = lengthOf(prefixes[i]) + std::uint64_t{lengthOf(suffixes[i])};
        if (lengthOf(prefixes[i]) > previous || length > maxTextBytes || (width > 0 && length != width))
            damagedColumn("a text shares more characters with the previous one than that one has, or is too long");
        total += previous = length;
        if (total > maxTextBytes)
            damagedColumn("the text of a page is too long");
    }
    values.own.resize(total);
    values.texts.resize(width > 0 ? 0 : count);
    std::byte *target = values.own.data();
    const std::byte *before = target;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t prefix = lengthOf(prefixes[i]);
        const Bytes suffix = cursor.take(lengthOf(suffixes[i]));
        if (prefix > 0)
            std::memmove(target, before, prefix);
        if (!suffix.empty())
            std::memcpy(target + prefix, suffix.data(), suffix.size());
        if (width == 0)
            values.texts[i] = {reinterpret_cast<const char *>(target), prefix + suffix.size()};
        before = target;
        target += prefix + suffix.size();
    }
    cursor.finish();
    values.fixed = values.own.data();
}

constexpr std::size_t wordBytes = 8;
constexpr std::size_t maxPageBytes = std::size_t{1} << 30; ///< maximum bytes of the decoded values of one page

/// Unpacks values of one bit, such as repetition levels; one multiplication and one addition unpack eight.
std::size_t unpackSingleBits(Bytes bytes, std::size_t count, std::uint8_t *target)
{
    constexpr std::uint64_t ones = 0x0101010101010101, bits = 0x8040201008040201, carry = 0x7f7f7f7f7f7f7f7f;
    const std::size_t whole = std::min(bytes.size(), count / 8);
    for (std::size_t i = 0; i < whole; ++i) {
        const std::uint64_t each = (static_cast<std::uint64_t>(bytes[i]) * ones & bits) + carry;
        const std::uint64_t values = each >> 7 & ones;
        std::memcpy(target + i * 8, &values, sizeof values);
    }
    return whole * 8;
}

/// Unpacks `count` values of `bitWidth` bits (at most 32), the first with the index `first`. The lowest bits of a byte
/// come first. Bytes beyond the end are taken as 0.
template <class T> void unpackBits(Bytes bytes, unsigned bitWidth, std::size_t first, std::size_t count, T *target)
{
    bytes = bytes.subspan(std::min(first / 8 * bitWidth, bytes.size()));
    first %= 8;
    const std::uint64_t mask = (std::uint64_t{1} << bitWidth) - 1;
    // Number of values that can be unpacked from a whole 64-bit word each. The last values have fewer bytes after them.
    std::size_t quick = bitWidth == 0 || bytes.size() < wordBytes ? 0 : ((bytes.size() - wordBytes) * 8) / bitWidth;
    std::size_t i = 0;
    if constexpr (sizeof(T) == 1) {
        if (bitWidth == 1 && first == 0)
            i = unpackSingleBits(bytes, count, target);
    }
    quick -= std::min(first, quick);
    for (std::size_t bit = (first + i) * bitWidth; i < std::min(count, quick); ++i, bit += bitWidth) {
        std::uint64_t word;
        std::memcpy(&word, bytes.data() + bit / 8, sizeof word);
        target[i] = static_cast<T>(word >> (bit % 8) & mask);
    }
    for (; i < count; ++i) {
        const std::size_t bit = (first + i) * bitWidth, at = bit / 8;
        std::uint64_t word = 0;
        if (at < bytes.size())
            std::memcpy(&word, bytes.data() + at, std::min(wordBytes, bytes.size() - at));
        target[i] = static_cast<T>(word >> (bit % 8) & mask);
    }
}

void decodePlainTexts(Bytes bytes, std::size_t count, PageValues &values)
{
    ByteCursor cursor(bytes);
    values.texts.resize(count);
    for (std::string_view &text : values.texts)
        text = charactersOf(cursor.take(numberAt<std::uint32_t>(cursor.take(4), 0)));
    cursor.finish();
}

void decodePlain(const SchemaElement &leaf, Bytes bytes, std::size_t count, PageValues &values)
{
    if (values.width == 0)
        return decodePlainTexts(bytes, count, values);
    if (leaf.physical == PhysicalType::boolean) {
        if (bytes.size() != (count + 7) / 8)
            damagedColumn("the number of values in a page differs from its header");
        values.own.resize(count);
        unpackBits(bytes, 1, 0, count, reinterpret_cast<std::uint8_t *>(values.own.data()));
        values.fixed = values.own.data();
        return;
    }
    if (bytes.size() / values.width != count || bytes.size() % values.width != 0)
        damagedColumn("the number of values in a page differs from its header");
    values.fixed = bytes.data();
}

/// Calls use(width). The usual widths are constants, for which the compiler makes faster loops.
template <class Use> void withWidth(std::size_t width, const Use &use)
{
    if (width == 4)
        use(std::integral_constant<std::size_t, 4>());
    else if (width == 8)
        use(std::integral_constant<std::size_t, 8>());
    else
        use(width);
}

void decodePlaces(Bytes bytes, std::size_t count, const PageValues &dictionary, PageValues &values)
{
    std::vector<std::uint32_t> places;
    if (count > 0) {
        const auto bitWidth = numberAt<std::uint8_t>(bytes, 0);
        RunDecoder(bytes.subspan(1), bitWidth).next(count, places);
    }
    if (!places.empty() && *std::ranges::max_element(places) >= dictionary.count)
        damagedColumn("a value refers to a place that its dictionary does not have");
    if (dictionary.width == 0) {
        values.texts.resize(count);
        for (std::size_t i = 0; i < count; ++i)
            values.texts[i] = dictionary.texts[places[i]];
        return;
    }
    const std::size_t width = dictionary.width;
    if (width > maxPageBytes / std::max<std::size_t>(count, 1))
        throw UnreadableColumn("too-large", "the values of a page are too long; save the file with smaller pages");
    values.own.resize(count * width);
    withWidth(width, [&, target = values.own.data(), from = dictionary.fixed](const auto each) {
        for (std::size_t i = 0; i < count; ++i)
            std::memcpy(target + i * each, from + places[i] * each, each);
    });
    values.fixed = values.own.data();
}

/// Decodes BYTE_STREAM_SPLIT: the first bytes of all values, then the second bytes of all values, …
void decodeSplit(Bytes bytes, std::size_t count, PageValues &values)
{
    const std::size_t width = values.width;
    if (width == 0)
        damagedColumn("text is encoded as numbers");
    if (bytes.size() / width != count || bytes.size() % width != 0)
        damagedColumn("the number of values in a page differs from its header");
    values.own.resize(bytes.size());
    withWidth(width, [count, target = values.own.data(), streams = bytes.data()](const auto each) {
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t k = 0; k < each; ++k)
                target[i * each + k] = streams[k * count + i];
        }
    });
    values.fixed = values.own.data();
}

void decodeBooleanRuns(Bytes bytes, std::size_t count, PageValues &values)
{
    std::vector<std::uint8_t> flags;
    RunDecoder(partOf(bytes, 4, numberAt<std::uint32_t>(bytes, 0)), 1).next(count, flags);
    values.own.resize(count);
    std::ranges::transform(flags, values.own.begin(), [](std::uint8_t flag) { return static_cast<std::byte>(flag); });
    values.fixed = values.own.data();
}

[[noreturn]] void unexpected(Encoding encoding)
{
    unsupportedColumn("a page has the encoding ", static_cast<int>(encoding),
                      " where it is not known; save the file with the defaults of your program");
}

/// Bytes of a value in the encoding PLAIN (a boolean takes 1 after decoding); 0 if the values have different lengths.
std::size_t widthOf(const SchemaElement &leaf)
{
    constexpr std::array<std::size_t, 7> widths = {1, 4, 8, 12, 4, 8, 0}; // in the order of PhysicalType
    return leaf.physical == PhysicalType::fixedBytes ? static_cast<std::size_t>(leaf.width)
                                                     : widths[static_cast<std::size_t>(leaf.physical)];
}

} // namespace

/// Reads the head of the next run: its kind and its length.
void RunDecoder::begin()
{
    constexpr std::uint64_t most = std::uint64_t{1} << 40; // prevents overflow; no page has as many groups
    ByteCursor cursor(m_rest);
    const std::uint64_t head = cursor.number();
    m_packed = (head & 1) != 0; // lowest bit 1: groups of 8 bit-packed values
    m_first = 0;
    m_left = m_packed ? 8 * std::min(head >> 1, most) : head >> 1;
    if (m_left == 0)
        damagedColumn("a page holds an empty run");
    const std::size_t bytes = (m_bitWidth + 7) / 8;
    m_run = cursor.take(!m_packed                   ? bytes
                        : head >> 1 > cursor.left() ? cursor.left()
                                                    : std::min<std::size_t>((head >> 1) * m_bitWidth, cursor.left()));
    m_rest = cursor.rest();
    m_value = 0;
    if (m_packed)
        return;
    std::memcpy(&m_value, m_run.data(), bytes);
    if (std::uint64_t{m_value} >> m_bitWidth != 0)
        damagedColumn("a run has a value of too many bits");
}

template <class T> void RunDecoder::next(std::size_t count, std::vector<T> &values)
{
    if (m_bitWidth > 8 * std::min<std::size_t>(sizeof(T), 4))
        damagedColumn("levels or places of a dictionary have ", m_bitWidth, " bits");
    values.resize(count);
    for (std::size_t done = 0; done < count;) {
        if (m_left == 0)
            begin();
        const auto taken = static_cast<std::size_t>(std::min<std::uint64_t>(m_left, count - done));
        if (m_packed && ((m_first + taken) * m_bitWidth + 7) / 8 > m_run.size())
            damagedColumn("a page ends within its levels or places of a dictionary");
        if (m_packed)
            unpackBits(m_run, m_bitWidth, m_first, taken, values.data() + done);
        else
            std::fill_n(values.data() + done, taken, static_cast<T>(m_value));
        m_first += taken;
        m_left -= taken;
        done += taken;
    }
}

template void RunDecoder::next(std::size_t, std::vector<std::uint8_t> &);
template void RunDecoder::next(std::size_t, std::vector<std::uint32_t> &);

bool isOneRun(Bytes bytes, unsigned bitWidth, std::size_t count, std::uint32_t value)
{
    ByteCursor cursor(bytes);
    const std::uint64_t head = cursor.number();
    const std::size_t valueBytes = (bitWidth + 7) / 8;
    std::uint32_t found = 0;
    if ((head & 1) != 0 || head >> 1 < count || cursor.left() < valueBytes)
        return false;
    std::memcpy(&found, cursor.take(valueBytes).data(), valueBytes);
    return found == value;
}

std::size_t plainWidth(const SchemaElement &leaf)
{
    return leaf.physical == PhysicalType::boolean ? 0 : widthOf(leaf);
}

void decodeValues(const SchemaElement &leaf, Encoding encoding, Bytes bytes, std::size_t count,
                  const PageValues *dictionary, PageValues &values)
{
    values.count = count;
    values.width = widthOf(leaf);
    values.fixed = nullptr;
    values.texts.clear();
    const bool whole = leaf.physical == PhysicalType::int32 || leaf.physical == PhysicalType::int64;
    switch (encoding) {
    case Encoding::plain:
        return decodePlain(leaf, bytes, count, values);
    case Encoding::plainDictionary:
    case Encoding::rleDictionary:
        if (!dictionary)
            damagedColumn("a page refers to a dictionary, and there is none");
        return decodePlaces(bytes, count, *dictionary, values);
    case Encoding::rle:
        return leaf.physical == PhysicalType::boolean ? decodeBooleanRuns(bytes, count, values) : unexpected(encoding);
    case Encoding::deltaBinaryPacked:
        return whole ? decodeDeltas(bytes, count, values) : unexpected(encoding);
    case Encoding::deltaLengthByteArray:
        return leaf.physical == PhysicalType::bytes ? decodeLengths(bytes, count, values) : unexpected(encoding);
    case Encoding::deltaByteArray:
        return leaf.physical == PhysicalType::bytes || leaf.physical == PhysicalType::fixedBytes
                   ? decodePrefixes(bytes, count, values)
                   : unexpected(encoding);
    case Encoding::byteStreamSplit:
        return decodeSplit(bytes, count, values);
    case Encoding::bitPacked:
        break;
    }
    unexpected(encoding);
}

} // namespace anchorscope::parquet
