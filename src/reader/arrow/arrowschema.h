// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/arrow/flatbuffer.h"
#include "reader/columns/columnsource.h"
#include "reader/columns/valuetext.h"

/// Reading of Arrow's schema (https://arrow.apache.org/docs/format/Columnar.html; format/Schema.fbs of its sources,
/// from which the numbers of types are).
namespace anchorscope::arrow {

enum class Type : std::uint8_t {
    none = 0,
    null = 1,
    integer = 2,
    floating = 3,
    binary = 4,
    text = 5,
    boolean = 6,
    decimal = 7,
    date = 8,
    time = 9,
    timestamp = 10,
    interval = 11,
    list = 12,
    structure = 13,
    unions = 14,
    fixedBinary = 15,
    fixedList = 16,
    map = 17,
    duration = 18,
    largeBinary = 19,
    largeText = 20,
    largeList = 21,
    runEnds = 22,
    binaryView = 23,
    textView = 24,
    listView = 25,
    largeListView = 26
};

struct Field
{
    std::string name;
    Type type = Type::none;
    std::uint32_t width = 0; ///< size in bytes of a value of a fixed size; number of entries of a fixed list
    bool isSigned = true;
    bool isDense = false;   ///< true for a dense union, false for a sparse one
    std::int32_t scale = 0; ///< number of digits after the point of a decimal
    TimeUnit unit = TimeUnit::milliseconds;
    bool inDays = false; ///< true for dates in days, false for milliseconds
    bool utc = false;
    std::optional<std::int64_t> dictionary = {}; ///< id of the dictionary that the values index
    std::uint32_t placeWidth = 4;                ///< size in bytes of an index into the dictionary
    bool placeSigned = true;
    std::vector<Field> children = {};
};

/// Reads the fields of a schema. Rejects big-endian files.
std::vector<Field> fieldsOf(const FlatTable &schema);

/// True for types whose values are bytes without a further type.
bool isBytes(Type type);
/// Number of buffers that hold a field's values, without those of its children and of `views`.
unsigned buffersOf(const Field &field);
bool hasViews(const Field &field);

/// Column: a field, or a member of a structure, with the path to it from the top.
struct Column
{
    std::vector<std::size_t> way; ///< path from the top: positions of the field, its child, its grandchild, …
    const Field *field = nullptr; ///< field that holds the list or the value
    const Field *value = nullptr; ///< field that holds the entries of the list
    NumberType number = NumberType::float32;
    bool isNumber = false;
    std::optional<NumberType> packed = {}; ///< type of the numbers that each value holds as bytes
    ColumnInfo info = {};
};

/// Columns of the fields, which must outlive them.
std::vector<Column> columnsOf(const std::vector<Field> &fields);

} // namespace anchorscope::arrow
