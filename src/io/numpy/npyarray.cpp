// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/numpy/npyarray.h"

#include "core/kernels/half.h"
#include "core/parallel.h"
#include "core/valuetext.h"
#include "frame/frame.h"
#include "io/files/filebudget.h"
#include "io/files/utf8.h"

#include <charconv>
#include <cstring>
#include <stdexcept>

namespace anchorscope::io {

namespace {

/// Error for a header that is not a Python dictionary of the three keys of the format; caught in parseNpyHeader().
struct BadHeader : std::runtime_error
{
    using std::runtime_error::runtime_error;
};
/// Error for a valid header whose element type is not supported.
struct Unsupported : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// Parser of a NumPy header, a Python literal such as {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }.
class DictionaryParser
{
public:
    explicit DictionaryParser(std::string_view text) : m_text(text) {}

    void parse(NpyHeader &header)
    {
        expect('{');
        bool descr = false, order = false, shape = false;
        while (!accept('}')) {
            const std::string_view key = quoted();
            expect(':');
            if (key == "descr")
                parseType(header), descr = true;
            else if (key == "fortran_order")
                header.fortranOrder = boolean(), order = true;
            else if (key == "shape")
                header.shape = tuple(), shape = true;
            else
                throw BadHeader("it has an unknown key");
            if (!accept(',')) {
                expect('}');
                break;
            }
        }
        skipBlanks();
        if (!m_text.empty() || !descr || !order || !shape)
            throw BadHeader("a required key is missing, or there is text after the last one");
    }

private:
    void skipBlanks()
    {
        while (!m_text.empty() && (m_text[0] == ' ' || m_text[0] == '\n' || m_text[0] == '\t' || m_text[0] == '\r'))
            m_text.remove_prefix(1);
    }
    bool accept(char each)
    {
        skipBlanks();
        const bool found = m_text.starts_with(each);
        m_text.remove_prefix(found);
        return found;
    }
    void expect(char each)
    {
        if (!accept(each))
            throw BadHeader(std::string("“") + each + "” was expected");
    }
    std::string_view quoted()
    {
        skipBlanks();
        const char quote = m_text.empty() ? '\0' : m_text[0];
        const std::size_t end = quote == '\'' || quote == '"' ? m_text.find(quote, 1) : std::string_view::npos;
        if (end == std::string_view::npos)
            throw BadHeader("a text in quotes was expected");
        const std::string_view text = m_text.substr(1, end - 1);
        m_text.remove_prefix(end + 1);
        return text;
    }
    bool boolean()
    {
        skipBlanks();
        for (const auto &[word, value] : {std::pair{std::string_view("True"), true}, {"False", false}}) {
            if (m_text.starts_with(word)) {
                m_text.remove_prefix(word.size());
                return value;
            }
        }
        throw BadHeader("True or False was expected");
    }
    std::vector<std::uint64_t> tuple()
    {
        std::vector<std::uint64_t> numbers;
        expect('(');
        while (!accept(')')) {
            skipBlanks();
            std::uint64_t number = 0;
            const auto [end, error] = std::from_chars(m_text.data(), m_text.data() + m_text.size(), number);
            if (error != std::errc() || numbers.size() >= frame::maxRank)
                throw BadHeader("its shape is not a list of counts");
            numbers.push_back(number);
            m_text.remove_prefix(static_cast<std::size_t>(end - m_text.data()));
            accept('L'); // suffix of long integers in Python 2, as in 3L
            if (!accept(',')) {
                expect(')');
                break;
            }
        }
        return numbers;
    }
    void parseType(NpyHeader &header)
    {
        skipBlanks();
        if (m_text.starts_with('['))
            throw Unsupported("it is an array of records; save one field of it as an array of its own");
        std::string_view text = quoted();
        const char order = text.empty() ? '\0' : text[0];
        if (order == '<' || order == '>' || order == '=' || order == '|')
            text.remove_prefix(1);
        header.bigEndian = order == '>';
        if (text.empty())
            throw BadHeader("its type is empty");
        // bfloat16 of the package ml_dtypes; NumPy writes it as a type of two bytes
        if (text == "V2" || text == "bfloat16") {
            header.kind = 'B';
            header.itemBytes = 2;
            return;
        }
        header.kind = text[0];
        if (header.kind == 'O')
            throw Unsupported("it holds Python objects, which would have to run code to be read; save numbers or text: "
                              "numpy.stack(x) of vectors, x.astype(str) of text");
        if (!readValue(text.substr(1), header.itemBytes))
            throw Unsupported("its type “" + std::string(text) + "” is not known");
        checkType(header, text);
    }
    static void checkType(NpyHeader &header, std::string_view text)
    {
        const std::size_t bytes = header.itemBytes;
        const bool power = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
        const bool good = (header.kind == 'f' && power && bytes > 1) ||
                          ((header.kind == 'i' || header.kind == 'u') && power) || (header.kind == 'b' && bytes == 1) ||
                          ((header.kind == 'U' || header.kind == 'S') && bytes < (1 << 20));
        if (!good)
            throw Unsupported("its type “" + std::string(text) + "” is not supported; save float32 instead");
        if (header.kind == 'U')
            header.itemBytes *= 4;
    }

    std::string_view m_text;
};

Error damaged(const std::string &what)
{
    return Error(ErrorCode::damagedFile, "the header of this NumPy array is invalid: ", what, "; save the array again");
}

struct HeaderPlace
{
    std::size_t offset = 0, length = 0;
};

std::optional<HeaderPlace> findDictionary(std::string_view bytes)
{
    if (bytes.size() < 12 || !bytes.starts_with(npyMagic))
        return std::nullopt;
    const auto byte = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at])); };
    const std::size_t version = byte(6);
    if (version == 1)
        return HeaderPlace{10, byte(8) | byte(9) << 8};
    if (version == 2 || version == 3)
        return HeaderPlace{12, byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24};
    return std::nullopt;
}

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

/// Calls `function` with a number of the element type of an array, which is numeric.
template <class Function> auto withElement(const NpyHeader &header, const Function &function)
{
    const std::size_t bytes = header.itemBytes;
    switch (header.kind) {
    case 'f':
        return bytes == 2 ? function(Half()) : bytes == 4 ? function(float()) : function(double());
    case 'B':
        return function(BrainFloat());
    case 'i':
        return bytes == 1   ? function(std::int8_t())
               : bytes == 2 ? function(std::int16_t())
               : bytes == 4 ? function(std::int32_t())
                            : function(std::int64_t());
    default:
        return bytes == 1   ? function(std::uint8_t())
               : bytes == 2 ? function(std::uint16_t())
               : bytes == 4 ? function(std::uint32_t())
                            : function(std::uint64_t());
    }
}

using Convert = float (*)(const char *place, bool swap);

Convert converterFor(const NpyHeader &header)
{
    return withElement(header, [](auto kind) -> Convert {
        return
            [](const char *place, bool swap) { return static_cast<float>(loadElement<decltype(kind)>(place, swap)); };
    });
}

Error cutOff()
{
    return Error(ErrorCode::damagedFile,
                 "the array ends before all its numbers were read; the file was cut off: create or download it again");
}

/// Formats a number with as few digits as identify it exactly; NaN becomes an empty text.
std::string textOfNumber(const NpyHeader &header, const char *place)
{
    return withElement(header, [&](auto kind) {
        const auto number = loadElement<decltype(kind)>(place, header.bigEndian);
        if constexpr (std::is_integral_v<decltype(kind)>) {
            return std::to_string(number);
        } else {
            const auto value = static_cast<std::conditional_t<sizeof kind == 8, double, float>>(number);
            return value == value ? numberText(value) : std::string();
        }
    });
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
    default:
        return textOfNumber(header, place);
    }
}

/// Calls put(index, value) for each of the first `stored` elements, in parallel for the elements of a block.
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

std::string NpyHeader::typeName() const
{
    const char *number = kind == 'f' ? "float" : kind == 'i' ? "int" : kind == 'u' ? "uint" : nullptr;
    if (number)
        return sentence(number, 8 * itemBytes);
    return kind == 'B' ? "bfloat16" : kind == 'b' ? "bool" : "string";
}

Result<NpyHeader> parseNpyHeader(std::string_view beginning, std::uint64_t arrayBytes)
{
    const auto place = findDictionary(beginning);
    if (!place)
        return damaged("it is of no known version");
    if (place->offset + place->length > std::min<std::uint64_t>(beginning.size(), largestNpyHeader))
        return damaged("it is longer than the file or than 10,000 bytes");
    NpyHeader header;
    try {
        DictionaryParser(beginning.substr(place->offset, place->length)).parse(header);
    } catch (const BadHeader &bad) {
        return damaged(bad.what());
    } catch (const Unsupported &unsupported) {
        return Error(ErrorCode::unsupportedType, "this NumPy array cannot be read: ", unsupported.what());
    }
    header.dataOffset = place->offset + place->length;
    const auto bytes = frame::arrayBytes(header.shape, std::max<std::size_t>(header.itemBytes, 1));
    const std::uint64_t found = arrayBytes - header.dataOffset;
    if (bytes && *bytes == found)
        return header;
    const bool longer = bytes && *bytes < found;
    return Error(ErrorCode::damagedFile, "its header declares ",
                 bytes ? std::to_string(*bytes) + " bytes" : std::string("more than 2^64 bytes"), " of numbers, found ",
                 found,
                 longer ? "; data after the array are not read; save each array in its own file"
                        : "; the file was cut off or is damaged: create or download it again");
}

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
    const Index columns = header.columns(), allRows = header.fortranOrder ? header.rows() : rows;
    std::vector<std::string> texts(static_cast<std::size_t>(rows * columns));
    std::vector<char> place(std::max<std::size_t>(header.itemBytes, 1));
    for (Index i = 0; i < allRows * columns; ++i) {
        const auto got = stream(std::span(place).first(header.itemBytes));
        if (!got)
            return got.error();
        if (*got != header.itemBytes)
            return cutOff();
        const Index row = header.fortranOrder ? i % allRows : i / columns;
        if (row < rows)
            texts[static_cast<std::size_t>(row * columns + (header.fortranOrder ? i / allRows : i % columns))] =
                elementText(header, place.data());
    }
    return texts;
}

} // namespace anchorscope::io
