// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/parquet/footer.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace anchorscope::parquet {

namespace {

/// Maximum bytes of the footer, which takes about 200 bytes for each column of each row group.
constexpr std::uint32_t largestFooter = 256 << 20;
constexpr std::size_t magicBytes = 4;
using Field = Thrift::Field;
using Type = Thrift::Type;

std::uint64_t countOf(Thrift &thrift, Type type)
{
    return natural(thrift.integer(type), negativeCount);
}

std::uint32_t sizeOfPage(Thrift &thrift, Type type)
{
    const std::uint64_t value = countOf(thrift, type);
    if (value > std::numeric_limits<std::int32_t>::max())
        damagedColumn("a page claims to have ", value, " bytes or values");
    return static_cast<std::uint32_t>(value);
}

/// Highest supported number of an enumeration, and what the enumeration is called in messages.
template <class T> constexpr std::pair<T, const char *> highest{};
template <> constexpr std::pair<PhysicalType, const char *> highest<PhysicalType>{PhysicalType::fixedBytes, "type"};
template <> constexpr std::pair<Repetition, const char *> highest<Repetition>{Repetition::repeated, "repetition"};
template <> constexpr std::pair<Codec, const char *> highest<Codec>{Codec::lz4Raw, "compression"};
template <> constexpr std::pair<Encoding, const char *> highest<Encoding>{Encoding::byteStreamSplit, "encoding"};
template <> constexpr std::pair<PageType, const char *> highest<PageType>{PageType::dataV2, "kind of page"};

template <class T> T choiceOf(Thrift &thrift, Type type)
{
    const std::int64_t value = thrift.integer(type);
    if (value < 0 || value > static_cast<std::int64_t>(highest<T>.first))
        unsupportedColumn("its ", highest<T>.second, " has the number ", value,
                          ", which is not supported; save it with the defaults of your program");
    return static_cast<T>(value);
}

/// Id of a Thrift field, and the target of its value: a variable, or a function that reads the value.
template <class T> struct In
{
    int id;
    T target;
};
template <class T> In(int, T &&) -> In<T>;

template <class T> void readValue(Thrift &thrift, Type type, T &target)
{
    if constexpr (std::is_invocable_v<T &, Type>) {
        target(type);
    } else if constexpr (std::is_enum_v<T>) {
        target = choiceOf<T>(thrift, type);
    } else if constexpr (std::is_same_v<T, bool>) {
        target = thrift.boolean(type);
        thrift.skip(type);
    } else if constexpr (std::is_same_v<T, std::uint64_t>) {
        target = countOf(thrift, type);
    } else {
        target = static_cast<T>(sizeOfPage(thrift, type));
    }
}

/// Reads a structure; skips all other fields.
template <class... T> void readFields(Thrift &thrift, In<T>... fields)
{
    thrift.fields([&](Field field) {
        const auto take = [&](auto &in) {
            if (in.id != field.id)
                return false;
            readValue(thrift, field.type, in.target);
            return true;
        };
        if (!(... || take(fields)))
            thrift.skip(field.type);
    });
}

/// Reads ConvertedType, the older annotation of a type.
void applyConverted(std::int64_t type, SchemaElement &element)
{
    using enum LogicalType;
    // UTF8, MAP, MAP_KEY_VALUE, LIST, ENUM, DECIMAL, DATE, TIME and TIMESTAMP of milli- and microseconds, unsigned and
    // signed integers of 8 to 64 bits, JSON
    constexpr std::array meanings = {text,    map,     map,       list,      text,    decimal, date,
                                     time,    time,    timestamp, timestamp, integer, integer, integer,
                                     integer, integer, integer,   integer,   integer, text};
    constexpr std::int64_t timeMillis = 7, timestampMillis = 9, firstSigned = 15;
    element.meaning = type >= 0 && type < std::ssize(meanings) ? meanings[static_cast<std::size_t>(type)] : other;
    element.isSigned = element.meaning != integer || type >= firstSigned;
    if (element.meaning == time || element.meaning == timestamp)
        element.perSecond = type == timeMillis || type == timestampMillis ? 1000 : 1000000;
    element.utc = element.utc || element.meaning == timestamp;
}

void readTime(Thrift &thrift, SchemaElement &element)
{
    readFields(thrift, In{1, element.utc},
               In{2, [&](Type type) {
                      if (type != Type::structure)
                          return thrift.skip(type);
                      thrift.fields([&](Field unit) {
                          element.perSecond = unit.id == 1 ? 1000 : unit.id == 2 ? 1000000 : 1000000000;
                          thrift.skip(unit.type);
                      });
                  }});
}

/// Returns a function that reads the number of digits after the decimal point.
auto scaleOf(Thrift &thrift, SchemaElement &element)
{
    return [&](Type type) { element.scale = static_cast<std::int32_t>(thrift.integer(type)); };
}

/// Reads LogicalType, the newer annotation of a type: a union, of which one field is set.
void readLogical(Thrift &thrift, SchemaElement &element)
{
    thrift.fields([&](Field field) {
        constexpr std::array meanings = {
            LogicalType::plain,     LogicalType::text,    LogicalType::map,     LogicalType::list,
            LogicalType::text,      LogicalType::decimal, LogicalType::date,    LogicalType::time,
            LogicalType::timestamp, LogicalType::other,   LogicalType::integer, LogicalType::plain,
            LogicalType::text,      LogicalType::other,   LogicalType::uuid,    LogicalType::float16};
        element.meaning = field.id > 0 && field.id < static_cast<std::int16_t>(meanings.size())
                              ? meanings[static_cast<std::size_t>(field.id)]
                              : LogicalType::other;
        if (field.type != Type::structure)
            return thrift.skip(field.type);
        switch (element.meaning) {
        case LogicalType::decimal:
            return readFields(thrift, In{1, scaleOf(thrift, element)});
        case LogicalType::time:
        case LogicalType::timestamp:
            return readTime(thrift, element);
        case LogicalType::integer:
            return readFields(thrift, In{2, element.isSigned});
        default:
            thrift.skip(field.type);
        }
    });
}

SchemaElement readElement(Thrift &thrift)
{
    SchemaElement element;
    bool logical = false;
    const auto readPhysical = [&](Type type) {
        element.physical = choiceOf<PhysicalType>(thrift, type);
        element.leaf = true;
    };
    const auto readConverted = [&](Type type) {
        const std::int64_t number = thrift.integer(type);
        if (!logical)
            applyConverted(number, element);
    };
    readFields(thrift, In{1, readPhysical}, In{2, element.width}, In{3, element.repetition},
               In{4, [&](Type type) { element.name = thrift.text(type); }}, In{5, element.children},
               In{6, readConverted}, In{7, scaleOf(thrift, element)}, In{10, [&](Type) {
                                                                             logical = true;
                                                                             readLogical(thrift, element);
                                                                         }});
    element.leaf = element.leaf && element.children == 0;
    return element;
}

void readChunkData(Thrift &thrift, ColumnChunk &chunk)
{
    std::uint64_t data = 0, dictionary = 0;
    readFields(thrift, In{4, chunk.codec}, In{5, chunk.values}, In{7, chunk.bytes}, In{9, data}, In{11, dictionary});
    // The chunk begins with its dictionary page, if it has one, otherwise with its first data page. Some programs write
    // an offset of 0 if there is no dictionary page.
    chunk.begin = dictionary > 0 ? std::min(dictionary, data) : data;
}

ColumnChunk readChunk(Thrift &thrift)
{
    ColumnChunk chunk;
    bool found = false;
    const auto readData = [&](Type type) {
        found = type == Type::structure;
        return found ? readChunkData(thrift, chunk) : thrift.skip(type);
    };
    const auto noteEncrypted = [&](Type type) {
        chunk.encrypted = true;
        thrift.skip(type);
    };
    readFields(thrift, In{1, [&](Type type) { chunk.elsewhere = !thrift.text(type).empty(); }}, In{3, readData},
               In{8, noteEncrypted}, In{9, noteEncrypted});
    if (!found && !chunk.encrypted)
        damagedColumn("it does not specify where a column is");
    return chunk;
}

RowGroup readGroup(Thrift &thrift)
{
    RowGroup group;
    const auto readColumns = [&](Type) { thrift.elements([&](Type) { group.columns.push_back(readChunk(thrift)); }); };
    readFields(thrift, In{1, readColumns}, In{3, group.rows});
    return group;
}

Footer parseFooter(Bytes bytes)
{
    Thrift thrift(bytes);
    Footer footer;
    const auto readSchema = [&](Type) { thrift.elements([&](Type) { footer.schema.push_back(readElement(thrift)); }); };
    const auto readGroups = [&](Type) { thrift.elements([&](Type) { footer.groups.push_back(readGroup(thrift)); }); };
    const auto noteEncrypted = [&](Type type) {
        footer.encrypted = true;
        thrift.skip(type);
    };
    readFields(thrift, In{2, readSchema}, In{3, footer.rows}, In{4, readGroups}, In{8, noteEncrypted});
    return footer;
}

void check(const Footer &footer, const FileBytes &file)
{
    const auto leaves =
        static_cast<std::size_t>(std::ranges::count_if(footer.schema, [](const auto &each) { return each.leaf; }));
    std::uint64_t rows = 0;
    for (const RowGroup &group : footer.groups) {
        if (group.columns.size() != leaves)
            damagedColumn("a group of rows has ", group.columns.size(), " columns, but the schema has ", leaves);
        if (__builtin_add_overflow(rows, group.rows, &rows))
            damagedColumn("its groups have more rows than there are numbers");
        for (const ColumnChunk &chunk : group.columns) {
            if (!chunk.elsewhere && !chunk.encrypted &&
                (chunk.begin < magicBytes || chunk.begin > file.size() || chunk.bytes > file.size() - chunk.begin))
                damagedColumn("a column lies beyond its end");
        }
    }
    if (rows != footer.rows)
        damagedColumn("its groups have ", rows, " rows together, but the file claims to have ", footer.rows);
}

} // namespace

Footer readFooter(const FileBytes &file)
{
    constexpr std::size_t endBytes = 8;
    if (file.size() < magicBytes + endBytes)
        damagedColumn("it is shorter than any Parquet file");
    const auto end = file.read(file.size() - endBytes, endBytes);
    const std::string_view letters = charactersOf(end).substr(4);
    if (letters == "PARE")
        unsupportedColumn("this Parquet file is encrypted; save it without encryption");
    if (letters != "PAR1")
        damagedColumn("it does not end like a Parquet file, so it was cut off or is still being written");
    const auto length = numberAt<std::uint32_t>(end, 0);
    if (length > file.size() - endBytes - magicBytes || length > largestFooter)
        damagedColumn("its metadata claim to have ", length, " bytes, but the file has ", file.size());
    const auto bytes = file.read(file.size() - endBytes - length, length);
    Footer footer = parseFooter(bytes);
    check(footer, file);
    return footer;
}

PageHeader readPageHeader(Bytes bytes)
{
    Thrift thrift(bytes);
    PageHeader page;
    const auto readChecksum = [&](Type type) {
        page.hasChecksum = true;
        page.checksum = static_cast<std::uint32_t>(thrift.integer(type));
    };
    const auto readDefinitions = [&](Type type) { // in a dictionary page, this field is the flag “sorted”
        return page.type == PageType::dictionary ? thrift.skip(type) : readValue(thrift, type, page.definitionEncoding);
    };
    const auto readPage = [&](Type) {
        readFields(thrift, In{1, page.values}, In{2, page.encoding}, In{3, readDefinitions},
                   In{4, page.repetitionEncoding});
    };
    const auto readPageV2 = [&](Type) {
        readFields(thrift, In{1, page.values}, In{4, page.encoding}, In{5, page.definitionBytes},
                   In{6, page.repetitionBytes}, In{7, page.packed});
    };
    readFields(thrift, In{1, page.type}, In{2, page.bytes}, In{3, page.packedBytes}, In{4, readChecksum},
               In{5, readPage}, In{7, readPage}, In{8, readPageV2}); // 5: data page, 7: dictionary page
    page.headerBytes = thrift.position();
    return page;
}

} // namespace anchorscope::parquet
