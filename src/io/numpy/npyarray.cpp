// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/numpy/npyarray.h"

#include "core/kernels/half.h"
#include "core/parallel.h"
#include "io/files/scratch.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace anchorscope::io {

namespace {

constexpr std::size_t blockBytes = 16 << 20;

template <class T> T loadElement(const char *place, bool swap)
{
    char bytes[sizeof(T)];
    std::memcpy(bytes, place, sizeof(T));
    if (swap)
        std::reverse(bytes, bytes + sizeof(T));
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
}

template <class T> float asFloat(const char *place, bool swap)
{
    return static_cast<float>(loadElement<T>(place, swap));
}

float halfAsFloat(const char *place, bool swap)
{
    return halfToFloat(loadElement<std::uint16_t>(place, swap));
}

float brainAsFloat(const char *place, bool swap)
{
    return bfloatToFloat(loadElement<std::uint16_t>(place, swap));
}

using Convert = float (*)(const char *place, bool swap);

Convert converterFor(const NpyHeader &header)
{
    switch (header.kind) {
    case 'f':
        return header.itemBytes == 2 ? halfAsFloat : header.itemBytes == 4 ? asFloat<float> : asFloat<double>;
    case 'B':
        return brainAsFloat;
    case 'i':
        return header.itemBytes == 1   ? asFloat<std::int8_t>
               : header.itemBytes == 2 ? asFloat<std::int16_t>
               : header.itemBytes == 4 ? asFloat<std::int32_t>
                                       : asFloat<std::int64_t>;
    default:
        return header.itemBytes == 1   ? asFloat<std::uint8_t>
               : header.itemBytes == 2 ? asFloat<std::uint16_t>
               : header.itemBytes == 4 ? asFloat<std::uint32_t>
                                       : asFloat<std::uint64_t>;
    }
}

Error cutOff()
{
    return Error(ErrorCode::damagedFile,
                 "the array ends before all its numbers were read; the file was cut off: create or download it again");
}

/// Appends a code point as UTF-8; an invalid one becomes U+FFFD.
void appendUtf8(std::string &text, std::uint32_t point)
{
    if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000))
        point = 0xfffd;
    if (point < 0x80) {
        text += static_cast<char>(point);
    } else if (point < 0x800) {
        text += static_cast<char>(0xc0 | point >> 6);
        text += static_cast<char>(0x80 | (point & 63));
    } else if (point < 0x10000) {
        text += static_cast<char>(0xe0 | point >> 12);
        text += static_cast<char>(0x80 | (point >> 6 & 63));
        text += static_cast<char>(0x80 | (point & 63));
    } else {
        text += static_cast<char>(0xf0 | point >> 18);
        text += static_cast<char>(0x80 | (point >> 12 & 63));
        text += static_cast<char>(0x80 | (point >> 6 & 63));
        text += static_cast<char>(0x80 | (point & 63));
    }
}

template <class T> std::string wholeText(const char *place, bool swap)
{
    return std::to_string(loadElement<T>(place, swap));
}

std::string integerText(const NpyHeader &header, const char *place)
{
    const bool swap = header.bigEndian;
    const bool isSigned = header.kind == 'i';
    switch (header.itemBytes) {
    case 1:
        return isSigned ? wholeText<std::int8_t>(place, swap) : wholeText<std::uint8_t>(place, swap);
    case 2:
        return isSigned ? wholeText<std::int16_t>(place, swap) : wholeText<std::uint16_t>(place, swap);
    case 4:
        return isSigned ? wholeText<std::int32_t>(place, swap) : wholeText<std::uint32_t>(place, swap);
    default:
        return isSigned ? wholeText<std::int64_t>(place, swap) : wholeText<std::uint64_t>(place, swap);
    }
}

std::string elementText(const NpyHeader &header, const char *place)
{
    switch (header.kind) {
    case 'S':
        return {place, ::strnlen(place, header.itemBytes)};
    case 'U': {
        std::string text;
        for (std::size_t at = 0; at < header.itemBytes; at += 4) {
            const auto point = loadElement<std::uint32_t>(place + at, header.bigEndian);
            if (point == 0)
                break;
            appendUtf8(text, point);
        }
        return text;
    }
    case 'f':
    case 'B': {
        const double value = header.itemBytes == 8 ? loadElement<double>(place, header.bigEndian)
                                                   : static_cast<double>(converterFor(header)(place, header.bigEndian));
        char shortest[32]; // shortest decimals that restore the float
        const auto end = header.itemBytes == 8
                             ? std::to_chars(shortest, shortest + sizeof shortest, value)
                             : std::to_chars(shortest, shortest + sizeof shortest, static_cast<float>(value));
        return value != value ? std::string() : std::string(shortest, end.ptr);
    }
    default:
        return integerText(header, place);
    }
}

/// Calls put(index, value) for each of the first `stored` elements; the calls for one block run in parallel.
template <class Put>
Status forElements(const NpyHeader &header, Index stored, const ByteStream &stream, const Put &put,
                   const RunContext &context)
{
    const Index perBlock = static_cast<Index>(blockBytes / header.itemBytes);
    const Convert convert = converterFor(header);
    std::vector<char> bytes(std::min<std::size_t>(blockBytes, static_cast<std::size_t>(stored) * header.itemBytes));
    for (Index begin = 0; begin < stored; begin += perBlock) {
        const Index count = std::min(perBlock, stored - begin);
        const auto got = stream(std::span(bytes).first(static_cast<std::size_t>(count) * header.itemBytes));
        if (!got)
            return got.error();
        if (*got != static_cast<std::size_t>(count) * header.itemBytes)
            return cutOff();
        const bool complete = forBlocks(
            count, 1 << 16,
            [&](Index from, Index to) {
                for (Index i = from; i < to; ++i)
                    put(begin + i,
                        convert(bytes.data() + static_cast<std::size_t>(i) * header.itemBytes, header.bigEndian));
            },
            context);
        if (!complete)
            return cancelledError();
        context.report(static_cast<double>(begin + count) / static_cast<double>(stored), "reading");
    }
    return Done{};
}

} // namespace

ByteStream streamFrom(const InputFile &file, std::uint64_t offset)
{
    return [&file, offset](std::span<char> target) mutable {
        auto count = file.read(offset, target);
        offset += count ? *count : 0;
        return count;
    };
}

Result<Matrix> readNpyMatrix(const NpyHeader &header, Index rows, const ByteStream &stream, const RunContext &context)
{
    const Index allRows = header.rows(), columns = header.columns();
    Matrix values(rows, columns);
    const auto put = [&](Index element, float value) {
        if (!header.fortranOrder)
            values.data()[element] = value;
        else if (const Index row = element % allRows; row < rows)
            values(row, element / allRows) = value;
    };
    const Status read = forElements(header, (header.fortranOrder ? allRows : rows) * columns, stream, put, context);
    return read ? Result(std::move(values)) : read.error();
}

Result<Matrix> readNpyMatrix(const NpyHeader &header, const std::vector<Index> &rows, const ByteStream &stream,
                             const RunContext &context)
{
    const Index allRows = header.rows(), columns = header.columns();
    std::vector<Index> placeOf(static_cast<std::size_t>(allRows), -1);
    for (std::size_t i = 0; i < rows.size(); ++i)
        placeOf[static_cast<std::size_t>(rows[i])] = static_cast<Index>(i);
    Matrix values(static_cast<Index>(rows.size()), columns);
    const auto put = [&](Index element, float value) {
        const Index row = header.fortranOrder ? element % allRows : element / columns;
        const Index column = header.fortranOrder ? element / allRows : element % columns;
        if (const Index place = placeOf[static_cast<std::size_t>(row)]; place >= 0)
            values(place, column) = value;
    };
    const Status read = forElements(header, allRows * columns, stream, put, context);
    return read ? Result(std::move(values)) : read.error();
}

std::optional<StoredNumber> storedNumber(const NpyHeader &header)
{
    if (header.kind != 'f' || header.bigEndian || header.fortranOrder || header.shape.size() != 2)
        return std::nullopt;
    if (header.itemBytes == bytesOf(StoredNumber::float16))
        return StoredNumber::float16;
    return header.itemBytes == bytesOf(StoredNumber::float32) ? std::optional(StoredNumber::float32) : std::nullopt;
}

Result<StoredRows> readNpyStored(const NpyHeader &header, const ByteStream &stream, const RunContext &context)
{
    constexpr std::size_t bytesAtOnce = 16 << 20;
    const std::size_t bytes = static_cast<std::size_t>(header.rows() * header.columns()) * header.itemBytes;
    const auto room = roomFor(bytes);
    if (!room)
        return room.error();
    std::byte *const numbers = room->get();
    for (std::size_t done = 0; done < bytes;) {
        if (context.cancelled())
            return cancelledError();
        context.report(static_cast<double>(done) / static_cast<double>(bytes), "reading");
        const std::size_t requested = std::min(bytesAtOnce, bytes - done);
        const auto got = stream({reinterpret_cast<char *>(numbers) + done, requested});
        if (!got)
            return got.error();
        if (*got != requested)
            return cutOff();
        done += *got;
    }
    return StoredRows(*room, {numbers, bytes}, *storedNumber(header), header.columns());
}

Result<std::vector<std::string>> readNpyTexts(const NpyHeader &header, Index rows, const ByteStream &stream)
{
    std::vector<std::string> texts;
    texts.reserve(static_cast<std::size_t>(rows));
    std::vector<char> place(std::max<std::size_t>(header.itemBytes, 1));
    for (Index i = 0; i < rows; ++i) {
        const auto got = stream(std::span(place).first(header.itemBytes));
        if (!got)
            return got.error();
        if (*got != header.itemBytes)
            return cutOff();
        texts.push_back(elementText(header, place.data()));
    }
    return texts;
}

} // namespace anchorscope::io
