// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/arrow/arrowschema.h"

namespace anchorscope::arrow {

namespace {

constexpr int deepestField = 32;

TimeUnit unitOf(std::int16_t number)
{
    constexpr std::array units = {TimeUnit::seconds, TimeUnit::milliseconds, TimeUnit::microseconds,
                                  TimeUnit::nanoseconds};
    if (number < 0 || number >= static_cast<std::int16_t>(units.size()))
        damagedColumn("its schema has an unknown unit of time");
    return units[static_cast<std::size_t>(number)];
}

std::uint32_t bytesOfBits(std::int32_t bits)
{
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64 && bits != 128 && bits != 256)
        damagedColumn("its schema has numbers of ", bits, " bits");
    return static_cast<std::uint32_t>(bits) / 8;
}

void readType(const FlatTable &type, Field &field)
{
    switch (field.type) {
    case Type::integer:
        field.width = bytesOfBits(type.number<std::int32_t>(0, 0));
        field.isSigned = type.number<std::uint8_t>(1, 0) != 0;
        return;
    case Type::floating:
        field.width = 2U << std::min<unsigned>(type.number<std::uint16_t>(0, 0), 2);
        return;
    case Type::decimal:
        field.scale = type.number<std::int32_t>(1, 0);
        field.width = bytesOfBits(type.number<std::int32_t>(2, 128));
        return;
    case Type::date:
        field.inDays = type.number<std::int16_t>(0, 1) == 0;
        field.width = field.inDays ? 4 : 8;
        return;
    case Type::time:
        field.unit = unitOf(type.number<std::int16_t>(0, 1));
        field.width = bytesOfBits(type.number<std::int32_t>(1, 32));
        return;
    case Type::timestamp:
        field.unit = unitOf(type.number<std::int16_t>(0, 0));
        field.utc = !type.text(1).empty();
        field.width = 8;
        return;
    case Type::unions:
        field.isDense = type.number<std::int16_t>(0, 0) == 1;
        return;
    case Type::fixedBinary:
    case Type::fixedList:
        field.width =
            static_cast<std::uint32_t>(natural(type.number<std::int32_t>(0, 0), "its schema has a negative size"));
        return;
    default:
        return;
    }
}

Field readField(const FlatTable &table, int depth)
{
    if (depth > deepestField)
        damagedColumn("its schema is nested too deep");
    Field field;
    field.name = table.text(0);
    field.type = static_cast<Type>(table.number<std::uint8_t>(2, 0));
    if (const auto type = table.table(3))
        readType(*type, field);
    if (const auto dictionary = table.table(4)) {
        field.dictionary = dictionary->number<std::int64_t>(0, 0);
        const auto places = dictionary->table(1);
        field.placeWidth = places ? bytesOfBits(places->number<std::int32_t>(0, 32)) : 4;
        field.placeSigned = !places || places->number<std::uint8_t>(1, 0) != 0;
        if (field.placeWidth > 8)
            damagedColumn("its schema has places of a dictionary of more than 64 bits");
    }
    const FlatList children = table.elements(5, 4);
    for (std::size_t i = 0; i < children.size; ++i)
        field.children.push_back(readField(table.tableAt(children, i), depth + 1));
    return field;
}

bool isList(const Field &field)
{
    return !field.dictionary &&
           (field.type == Type::list || field.type == Type::largeList || field.type == Type::fixedList);
}

bool numberTypeOf(const Field &field, NumberType &type)
{
    constexpr std::array whole = {NumberType::uint8,  NumberType::int8,  NumberType::uint16, NumberType::int16,
                                  NumberType::uint32, NumberType::int32, NumberType::uint64, NumberType::int64};
    if (field.dictionary || (field.type != Type::integer && field.type != Type::floating) || field.width > 8)
        return false;
    const unsigned power = field.width == 1 ? 0 : field.width == 2 ? 1 : field.width == 4 ? 2 : 3;
    if (field.type == Type::floating)
        type = power == 1 ? NumberType::float16 : power == 2 ? NumberType::float32 : NumberType::float64;
    else
        type = whole[2 * power + field.isSigned];
    return true;
}

/// Name of a type as shown to users, and the number of buffers of a column.
struct TypeFacts
{
    const char *name;
    unsigned buffers;
};
constexpr const char *otherType = "unknown", *listType = "list";
constexpr TypeFacts otherFacts{otherType, 2};
/// Facts about the types, in their order.
constexpr std::array typeFacts = {TypeFacts{otherType, 0},
                                  TypeFacts{"null", 0},
                                  TypeFacts{otherType, 2},
                                  TypeFacts{otherType, 2},
                                  TypeFacts{"bytes", 3},
                                  TypeFacts{"string", 3},
                                  TypeFacts{"boolean", 2},
                                  TypeFacts{"decimal", 2},
                                  TypeFacts{"date", 2},
                                  TypeFacts{"time", 2},
                                  TypeFacts{"timestamp", 2},
                                  otherFacts,
                                  TypeFacts{listType, 2},
                                  TypeFacts{otherType, 1},
                                  TypeFacts{otherType, 1},
                                  TypeFacts{"bytes", 2},
                                  TypeFacts{listType, 1},
                                  otherFacts,
                                  otherFacts,
                                  TypeFacts{"bytes", 3},
                                  TypeFacts{"string", 3},
                                  TypeFacts{listType, 2},
                                  TypeFacts{otherType, 0},
                                  otherFacts,
                                  TypeFacts{"string", 2},
                                  TypeFacts{listType, 3},
                                  TypeFacts{listType, 3}};
static_assert(typeFacts.size() == static_cast<std::size_t>(Type::largeListView) + 1);

TypeFacts factsOf(Type type)
{
    const auto place = static_cast<std::size_t>(type);
    return place < typeFacts.size() ? typeFacts[place] : otherFacts;
}

bool isReadable(const Field &value)
{
    const std::string_view name = factsOf(value.type).name;
    return value.type == Type::integer || value.type == Type::floating || (name != otherType && name != listType);
}

std::string problemOf(const Column &column)
{
    const Field &value = *column.value;
    if (isList(*column.field) && (isList(value) || value.type == Type::listView || value.type == Type::largeListView))
        return "it holds lists of lists, and one vector for each item is expected; save one vector for each item, for "
               "example their mean";
    if (isReadable(value))
        return {};
    if (value.type == Type::map)
        return "it is a map, which is not supported; save its values as columns of their own";
    return "its type is not supported; save it as numbers, lists of numbers or text";
}

void findColumns(const Field &field, std::vector<std::size_t> way, const std::string &name,
                 std::vector<Column> &columns)
{
    if (field.type == Type::structure && !field.dictionary) {
        for (std::size_t i = 0; i < field.children.size(); ++i) {
            auto further = way;
            further.push_back(i);
            findColumns(field.children[i], std::move(further), name + "." + field.children[i].name, columns);
        }
        return;
    }
    Column column;
    column.way = std::move(way);
    column.field = &field;
    const bool list = isList(field);
    if (list && field.children.size() != 1)
        damagedColumn("its schema has a list without entries");
    column.value = list ? &field.children[0] : &field;
    column.isNumber = numberTypeOf(*column.value, column.number);
    column.info.name = name;
    column.info.list = list;
    column.info.numeric = column.isNumber;
    const std::string value = column.isNumber ? nameOf(column.number) : factsOf(column.value->type).name;
    column.info.type = (list ? "list of " : "") + value;
    column.info.problem = problemOf(column);
    if (!column.info.problem.empty())
        column.info.problemCode = "unsupported-type";
    columns.push_back(std::move(column));
}

} // namespace

std::vector<Field> fieldsOf(const FlatTable &schema)
{
    if (schema.number<std::int16_t>(0, 0) != 0)
        unsupportedColumn("its numbers are stored with the highest byte first, which is not supported; save it on a "
                          "little-endian machine");
    std::vector<Field> fields;
    const FlatList list = schema.elements(1, 4);
    for (std::size_t i = 0; i < list.size; ++i)
        fields.push_back(readField(schema.tableAt(list, i), 0));
    return fields;
}

bool isBytes(Type type)
{
    return type == Type::binary || type == Type::largeBinary || type == Type::fixedBinary;
}

unsigned buffersOf(const Field &field)
{
    return field.dictionary ? 2U
                            : factsOf(field.type).buffers + (field.type == Type::unions && field.isDense ? 1U : 0U);
}

bool hasViews(const Field &field)
{
    return !field.dictionary && (field.type == Type::binaryView || field.type == Type::textView);
}

std::vector<Column> columnsOf(const std::vector<Field> &fields)
{
    std::vector<Column> columns;
    for (std::size_t i = 0; i < fields.size(); ++i)
        findColumns(fields[i], {i}, fields[i].name, columns);
    return columns;
}

} // namespace anchorscope::arrow
