// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/arrow/flatbuffer.h"
#include "reader/columns/columnsource.h"
#include "reader/columns/valuetext.h"

/// Reader of Arrow's schema (https://arrow.apache.org/docs/format/Columnar.html). Types are numbered as in Schema.fbs.
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
    /// Bytes of a value of a type of fixed size; for a list of fixed length, the number of its entries.
    std::uint32_t width = 0;
    bool isSigned = true;
    bool isDense = false;   ///< true if a union is dense, false if sparse
    std::int32_t scale = 0; ///< number of digits after the decimal point
    TimeUnit unit = TimeUnit::milliseconds;
    bool inDays = false; ///< true if dates are counted in days, false if in milliseconds
    bool utc = false;
    /// Id of the dictionary whose entries are the values; the field stores indices.
    std::optional<std::int64_t> dictionary = {};
    std::uint32_t placeWidth = 4; ///< size in bytes of an index into the dictionary
    bool placeSigned = true;
    std::vector<Field> children = {};
};

/// Reads the fields of a schema. Rejects big-endian files.
std::vector<Field> fieldsOf(const FlatTable &schema);

/// True for raw bytes, whose meaning the schema does not state.
bool isBytes(Type type);
/// Number of buffers of a field without its children; for Utf8View and BinaryView, each record batch adds some.
unsigned buffersOf(const Field &field);
bool hasViews(const Field &field);

/// Field of the schema or member of a structure.
struct Column
{
    /// Path to the field of the column: index at the top of the schema, index among the children of this field, ….
    std::vector<std::size_t> way;
    /// Field of the lists if the rows of the column are lists, otherwise field of the values.
    const Field *field = nullptr;
    /// Field of the values; if the rows are lists, the child of `field`.
    const Field *value = nullptr;
    NumberType number = NumberType::float32;
    bool isNumber = false;
    /// Type of the numbers in the bytes of each value; nullopt if they are not numbers.
    std::optional<NumberType> packed = {};
    ColumnInfo info = {};
};

/// Finds the columns of a schema. The result points into `fields`, which must outlive it.
std::vector<Column> columnsOf(const std::vector<Field> &fields);

} // namespace anchorscope::arrow
