// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/frame.h"
#include "io/numpy/npyarray.h"

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
        const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), header.itemBytes);
        if (error != std::errc() || end != text.data() + text.size())
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
    return Error(ErrorCode::damagedFile,
                 "the header of this NumPy array is invalid: " + what + "; save the array again");
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

} // namespace

std::string NpyHeader::typeName() const
{
    switch (kind) {
    case 'f':
        return "float" + std::to_string(8 * itemBytes);
    case 'B':
        return "bfloat16";
    case 'i':
        return "int" + std::to_string(8 * itemBytes);
    case 'u':
        return "uint" + std::to_string(8 * itemBytes);
    case 'b':
        return "bool";
    default:
        return "string";
    }
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
        return Error(ErrorCode::unsupportedType, "this NumPy array cannot be read: " + std::string(unsupported.what()));
    }
    header.dataOffset = place->offset + place->length;
    const auto count = frame::elementCount(header.shape);
    const auto bytes = count ? frame::product(*count, std::max<std::size_t>(header.itemBytes, 1)) : std::nullopt;
    const std::uint64_t found = arrayBytes - header.dataOffset;
    if (bytes && *bytes == found)
        return header;
    const bool longer = bytes && *bytes < found;
    return Error(ErrorCode::damagedFile,
                 "its header declares " +
                     (bytes ? std::to_string(*bytes) + " bytes" : std::string("more than 2^64 bytes")) +
                     " of numbers, found " + std::to_string(found) +
                     (longer ? "; data after the array are not read; save each array in its own file"
                             : "; the file was cut off or is damaged: create or download it again"));
}

} // namespace anchorscope::io
