// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/parquet/deltas.h"

#include <algorithm>

namespace anchorscope::parquet {

namespace {

/// Limit of the texts of a page with prefixes, which can repeat long beginnings; the format allows 2^31 bytes.
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
        damagedColumn("a page of differences has blocks of " + std::to_string(shape.block) + " values in " +
                      std::to_string(shape.miniblocks) + " parts");
    return shape;
}

/// Decodes all values of a page of differences; overflow wraps, as the format requires.
std::vector<std::int64_t> readDeltas(ByteCursor &cursor, std::size_t count)
{
    const DeltaShape shape = readShape(cursor);
    const std::uint64_t total = cursor.number();
    auto value = static_cast<std::uint64_t>(cursor.zigzag());
    if (total != count)
        damagedColumn("a page of differences has " + std::to_string(total) + " values, and " + std::to_string(count) +
                      " are expected");
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
                damagedColumn("a page of differences has numbers of " + std::to_string(bitWidth) + " bits");
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
    if (length < 0)
        damagedColumn("a text has a negative length");
    return static_cast<std::size_t>(length);
}

} // namespace

std::uint64_t ByteCursor::number()
{
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const auto next = numberAt<std::uint8_t>(take(1), 0);
        value |= static_cast<std::uint64_t>(next & 0x7fU) << shift;
        if ((next & 0x80U) == 0)
            return value;
    }
    damagedColumn("a number in a page is too long");
}

std::int64_t ByteCursor::zigzag()
{
    const std::uint64_t folded = number();
    return static_cast<std::int64_t>(folded >> 1) ^ -static_cast<std::int64_t>(folded & 1);
}

void decodeDeltas(Bytes bytes, std::size_t count, PageValues &values)
{
    ByteCursor cursor(bytes);
    const std::vector<std::int64_t> numbers = readDeltas(cursor, count);
    values.own.resize(count * values.width);
    for (std::size_t i = 0; i < count; ++i)
        std::memcpy(values.own.data() + i * values.width, &numbers[i], values.width); // lower half of narrow values
    values.fixed = values.own.data();
}

void decodeLengths(Bytes bytes, std::size_t count, PageValues &values)
{
    ByteCursor cursor(bytes);
    const std::vector<std::int64_t> lengths = readDeltas(cursor, count);
    values.texts.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Bytes part = cursor.take(lengthOf(lengths[i]));
        values.texts[i] = {reinterpret_cast<const char *>(part.data()), part.size()};
    }
    cursor.finish();
}

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

} // namespace anchorscope::parquet
