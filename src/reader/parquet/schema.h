// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/columns/columnsource.h"
#include "reader/parquet/footer.h"

namespace anchorscope::parquet {

/// Leaf of a Parquet schema, which is a column of the file: its levels, and the way to display its values.
struct Leaf
{
    SchemaElement element;
    ColumnInfo info;
    /// Maximum repetition level: 0 if each row is one value, 1 if each row is a list.
    unsigned maxRepetition = 0;
    /// Maximum definition level; a value with this level is present.
    unsigned maxDefinition = 0;
    /// Minimum definition level of a list with entries. A list with one level less is empty, with even less missing.
    unsigned listDefinition = 0;
    NumberType number = NumberType::float32;
    /// Type of the numbers in the bytes of each value; nullopt if they are not numbers.
    std::optional<NumberType> packed = {};
    /// True if values are displayed as text, also numbers that are a date, a decimal, …
    bool asText = false;
};

/// Finds the leaves, in the order of the schema.
std::vector<Leaf> leavesOf(const std::vector<SchemaElement> &schema);

std::string textOf(const Leaf &leaf, Bytes value);

} // namespace anchorscope::parquet
