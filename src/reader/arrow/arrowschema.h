// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/arrow/flatbuffer.h"
#include "reader/columns/columnsource.h"
#include "reader/columns/valuetext.h"

/// Reader of Arrow's schema (https://arrow.apache.org/docs/format/Columnar.html). The numbers of the types are those of
/// format/Schema.fbs in Arrow's sources.
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
    /// Size in bytes of a value if the type has a fixed size; for a list of fixed length, its number of entries.
    std::uint32_t width = 0;
    bool isSigned = true;
    bool isDense = false;   ///< true if a union is dense, false if it is sparse
    std::int32_t scale = 0; ///< number of digits after the decimal point, for decimals
    TimeUnit unit = TimeUnit::milliseconds;
    bool inDays = false; ///< true if dates are counted in days, false if in milliseconds
    bool utc = false;
    /// Id of the dictionary whose entries are the values; the field stores indices.
    std::optional<std::int64_t> dictionary = {};
    std::uint32_t placeWidth = 4; ///< size in bytes of a stored index into the dictionary
    bool placeSigned = true;
    std::vector<Field> children = {};
};

/// Reads the fields of a schema. Rejects big-endian files.
std::vector<Field> fieldsOf(const FlatTable &schema);

/// True for types whose values are raw bytes, of which the schema does not state a meaning.
bool isBytes(Type type);
/// Number of buffers of a field's own values, without those of child fields. Types with views have further buffers;
/// their number is in each record batch.
unsigned buffersOf(const Field &field);
bool hasViews(const Field &field);

/// Column: a field of the schema, or a member of a structure, with the path to it from the top of the schema.
struct Column
{
    /// Path to the column in the schema: index of the outermost field, of its child on the path, of the grandchild, …
    std::vector<std::size_t> way;
    /// Field of the schema with the column's lists or, if the column has no lists, with its values.
    const Field *field = nullptr;
    /// Field of the schema with the values in the lists; equal to `field` if the column has no lists.
    const Field *value = nullptr;
    NumberType number = NumberType::float32;
    bool isNumber = false;
    /// Type of the numbers into which the bytes of each value are split, if they contain numbers; otherwise nullopt.
    std::optional<NumberType> packed = {};
    ColumnInfo info = {};
};

/// Finds the columns of a schema. The result points into `fields`, which must outlive it.
std::vector<Column> columnsOf(const std::vector<Field> &fields);

} // namespace anchorscope::arrow
