// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/parquet/footer.h"

#include <algorithm>
#include <limits>

namespace anchorscope::parquet {

namespace {

/// Maximum bytes of the footer, which takes about 200 per column and row group.
constexpr std::uint32_t largestFooter = 256 << 20;
constexpr std::size_t magicBytes = 4;
using Field = Thrift::Field;
using Type = Thrift::Type;

std::uint64_t countOf(Thrift &thrift, Type type)
{
    const std::int64_t value = thrift.integer(type);
    if (value < 0)
        damagedColumn("a count in its metadata is negative");
    return static_cast<std::uint64_t>(value);
}

std::uint32_t sizeOfPage(Thrift &thrift, Type type)
{
    const std::uint64_t value = countOf(thrift, type);
    if (value > std::numeric_limits<std::int32_t>::max())
        damagedColumn("a page claims to have " + std::to_string(value) + " bytes or values");
    return static_cast<std::uint32_t>(value);
}

template <class T> T choiceOf(Thrift &thrift, Type type, T last, const char *what)
{
    const std::int64_t value = thrift.integer(type);
    if (value < 0 || value > static_cast<std::int64_t>(last))
        unsupportedColumn(std::string("its ") + what + " has the number " + std::to_string(value) +
                          ", which is not supported; save it with the defaults of your program");
    return static_cast<T>(value);
}

/// Reads ConvertedType, the older annotation of a type.
void applyConverted(std::int64_t type, SchemaElement &element)
{
    constexpr std::int64_t firstUnsigned = 11, firstSigned = 15, lastSigned = 18;
    switch (type) {
    case 0:  // value of ConvertedType for texts (UTF8)
    case 4:  // value of ConvertedType for enumerations (ENUM)
    case 19: // value of ConvertedType for JSON
        element.meaning = LogicalType::text;
        return;
    case 1: // value of ConvertedType for maps (MAP)
    case 2: // value of ConvertedType for entries of maps (MAP_KEY_VALUE)
        element.meaning = LogicalType::map;
        return;
    case 3:
        element.meaning = LogicalType::list;
        return;
    case 5:
        element.meaning = LogicalType::decimal;
        return;
    case 6:
        element.meaning = LogicalType::date;
        return;
    case 7: // values of ConvertedType for times of day: TIME_MILLIS, TIME_MICROS
    case 8:
        element.meaning = LogicalType::time;
        element.perSecond = type == 7 ? 1000 : 1000000;
        return;
    case 9: // values of ConvertedType for timestamps: TIMESTAMP_MILLIS, TIMESTAMP_MICROS
    case 10:
        element.meaning = LogicalType::timestamp;
        element.perSecond = type == 9 ? 1000 : 1000000;
        element.utc = true;
        return;
    default:
        element.meaning = type >= firstUnsigned && type <= lastSigned ? LogicalType::integer : LogicalType::other;
        element.isSigned = type >= firstSigned;
    }
}

void readTime(Thrift &thrift, SchemaElement &element)
{
    thrift.fields([&](Field field) {
        if (field.id == 1)
            element.utc = thrift.boolean(field.type);
        else if (field.id == 2 && field.type == Type::structure)
            return thrift.fields([&](Field unit) {
                element.perSecond = unit.id == 1 ? 1000 : unit.id == 2 ? 1000000 : 1000000000;
                thrift.skip(unit.type);
            });
        thrift.skip(field.type);
    });
}

void readDecimal(Thrift &thrift, SchemaElement &element)
{
    thrift.fields([&](Field field) {
        if (field.id == 1)
            element.scale = static_cast<std::int32_t>(thrift.integer(field.type));
        else
            thrift.skip(field.type);
    });
}

void readInteger(Thrift &thrift, SchemaElement &element)
{
    thrift.fields([&](Field field) {
        if (field.id == 2)
            element.isSigned = thrift.boolean(field.type);
        thrift.skip(field.type);
    });
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
            return readDecimal(thrift, element);
        case LogicalType::time:
        case LogicalType::timestamp:
            return readTime(thrift, element);
        case LogicalType::integer:
            return readInteger(thrift, element);
        default:
            thrift.skip(field.type);
        }
    });
}

SchemaElement readElement(Thrift &thrift)
{
    SchemaElement element;
    bool logical = false;
    thrift.fields([&](Field field) {
        switch (field.id) {
        case 1:
            element.physical = choiceOf(thrift, field.type, PhysicalType::fixedBytes, "type");
            element.leaf = true;
            return;
        case 2:
            element.width = static_cast<std::int32_t>(sizeOfPage(thrift, field.type));
            return;
        case 3:
            element.repetition = choiceOf(thrift, field.type, Repetition::repeated, "repetition");
            return;
        case 4:
            element.name = thrift.text(field.type);
            return;
        case 5:
            element.children = static_cast<std::int32_t>(sizeOfPage(thrift, field.type));
            return;
        case 6: {
            const std::int64_t type = thrift.integer(field.type);
            if (!logical)
                applyConverted(type, element);
            return;
        }
        case 7:
            element.scale = static_cast<std::int32_t>(thrift.integer(field.type));
            return;
        case 10:
            logical = true;
            return readLogical(thrift, element);
        default:
            thrift.skip(field.type);
        }
    });
    element.leaf = element.leaf && element.children == 0;
    return element;
}

void readChunkData(Thrift &thrift, ColumnChunk &chunk)
{
    std::uint64_t data = 0, dictionary = 0;
    thrift.fields([&](Field field) {
        if (field.id == 4)
            chunk.codec = choiceOf(thrift, field.type, Codec::lz4Raw, "compression");
        else if (field.id == 5)
            chunk.values = countOf(thrift, field.type);
        else if (field.id == 7)
            chunk.bytes = countOf(thrift, field.type);
        else if (field.id == 9)
            data = countOf(thrift, field.type);
        else if (field.id == 11)
            dictionary = countOf(thrift, field.type);
        else
            thrift.skip(field.type);
    });
    // The chunk begins with its dictionary page or, without one (offset 0 in some programs), its first data page.
    chunk.begin = dictionary > 0 ? std::min(dictionary, data) : data;
}

ColumnChunk readChunk(Thrift &thrift)
{
    ColumnChunk chunk;
    bool found = false;
    thrift.fields([&](Field field) {
        if (field.id == 1)
            chunk.elsewhere = !thrift.text(field.type).empty();
        else if (field.id == 3 && field.type == Type::structure) {
            found = true;
            readChunkData(thrift, chunk);
        } else {
            chunk.encrypted = chunk.encrypted || field.id == 8 || field.id == 9;
            thrift.skip(field.type);
        }
    });
    if (!found && !chunk.encrypted)
        damagedColumn("it does not specify where a column is");
    return chunk;
}

RowGroup readGroup(Thrift &thrift)
{
    RowGroup group;
    thrift.fields([&](Field field) {
        if (field.id == 1)
            thrift.elements([&](Type) { group.columns.push_back(readChunk(thrift)); });
        else if (field.id == 3)
            group.rows = countOf(thrift, field.type);
        else
            thrift.skip(field.type);
    });
    return group;
}

Footer parseFooter(Bytes bytes)
{
    Thrift thrift(bytes);
    Footer footer;
    thrift.fields([&](Field field) {
        if (field.id == 2)
            thrift.elements([&](Type) { footer.schema.push_back(readElement(thrift)); });
        else if (field.id == 3)
            footer.rows = countOf(thrift, field.type);
        else if (field.id == 4)
            thrift.elements([&](Type) { footer.groups.push_back(readGroup(thrift)); });
        else {
            footer.encrypted = footer.encrypted || field.id == 8;
            thrift.skip(field.type);
        }
    });
    return footer;
}

void check(const Footer &footer, const FileBytes &file)
{
    const auto leaves =
        static_cast<std::size_t>(std::ranges::count_if(footer.schema, [](const auto &each) { return each.leaf; }));
    std::uint64_t rows = 0;
    for (const RowGroup &group : footer.groups) {
        if (group.columns.size() != leaves)
            damagedColumn("a group of rows has " + std::to_string(group.columns.size()) +
                          " columns, but the schema has " + std::to_string(leaves));
        if (__builtin_add_overflow(rows, group.rows, &rows))
            damagedColumn("its groups have more rows than there are numbers");
        for (const ColumnChunk &chunk : group.columns) {
            if (!chunk.elsewhere && !chunk.encrypted &&
                (chunk.begin < magicBytes || chunk.begin > file.size() || chunk.bytes > file.size() - chunk.begin))
                damagedColumn("a column lies beyond its end");
        }
    }
    if (rows != footer.rows)
        damagedColumn("its groups have " + std::to_string(rows) + " rows together, but the file claims to have " +
                      std::to_string(footer.rows));
}

} // namespace

Footer readFooter(const FileBytes &file)
{
    constexpr std::size_t endBytes = 8;
    if (file.size() < magicBytes + endBytes)
        damagedColumn("it is shorter than any Parquet file");
    const auto end = file.read(file.size() - endBytes, endBytes);
    const auto *letters = reinterpret_cast<const char *>(end.data()) + 4;
    if (std::string_view(letters, 4) == "PARE")
        unsupportedColumn("this Parquet file is encrypted; save it without encryption");
    if (std::string_view(letters, 4) != "PAR1")
        damagedColumn("it does not end like a Parquet file, so it was cut off or is still being written");
    const auto length = numberAt<std::uint32_t>(end, 0);
    if (length > file.size() - endBytes - magicBytes || length > largestFooter)
        damagedColumn("its metadata claim to have " + std::to_string(length) + " bytes, but the file has " +
                      std::to_string(file.size()));
    const auto bytes = file.read(file.size() - endBytes - length, length);
    Footer footer = parseFooter(bytes);
    check(footer, file);
    return footer;
}

namespace {

void readDataPage(Thrift &thrift, PageHeader &page)
{
    thrift.fields([&](Field field) {
        if (field.id == 1)
            page.values = sizeOfPage(thrift, field.type);
        else if (field.id == 2)
            page.encoding = choiceOf(thrift, field.type, Encoding::byteStreamSplit, "encoding");
        else if (field.id == 3 && page.type != PageType::dictionary)
            page.definitionEncoding = choiceOf(thrift, field.type, Encoding::byteStreamSplit, "encoding");
        else if (field.id == 4)
            page.repetitionEncoding = choiceOf(thrift, field.type, Encoding::byteStreamSplit, "encoding");
        else
            thrift.skip(field.type);
    });
}

void readDataPageV2(Thrift &thrift, PageHeader &page)
{
    thrift.fields([&](Field field) {
        if (field.id == 1)
            page.values = sizeOfPage(thrift, field.type);
        else if (field.id == 4)
            page.encoding = choiceOf(thrift, field.type, Encoding::byteStreamSplit, "encoding");
        else if (field.id == 5)
            page.definitionBytes = sizeOfPage(thrift, field.type);
        else if (field.id == 6)
            page.repetitionBytes = sizeOfPage(thrift, field.type);
        else if (field.id == 7)
            page.packed = thrift.boolean(field.type);
        else
            thrift.skip(field.type);
    });
}

} // namespace

PageHeader readPageHeader(Bytes bytes)
{
    Thrift thrift(bytes);
    PageHeader page;
    thrift.fields([&](Field field) {
        switch (field.id) {
        case 1:
            page.type = choiceOf(thrift, field.type, PageType::dataV2, "kind of page");
            return;
        case 2:
            page.bytes = sizeOfPage(thrift, field.type);
            return;
        case 3:
            page.packedBytes = sizeOfPage(thrift, field.type);
            return;
        case 4:
            page.hasChecksum = true;
            page.checksum = static_cast<std::uint32_t>(thrift.integer(field.type));
            return;
        case 5: // field 5 is the header of a data page
        case 7: // field 7 is the header of a dictionary page
            return readDataPage(thrift, page);
        case 8:
            return readDataPageV2(thrift, page);
        default:
            thrift.skip(field.type);
        }
    });
    page.headerBytes = thrift.position();
    return page;
}

} // namespace anchorscope::parquet
