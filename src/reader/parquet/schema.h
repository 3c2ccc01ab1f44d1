// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/columns/columnsource.h"
#include "reader/parquet/footer.h"

namespace anchorscope::parquet {

/// Leaf of a Parquet schema as a column: the meaning of its levels, and how its values are displayed.
struct Leaf
{
    SchemaElement element;
    ColumnInfo info;
    /// Maximum repetition level: 0 if each row is one value, 1 if each row is a list.
    unsigned maxRepetition = 0;
    /// Definition level of a value that is present.
    unsigned maxDefinition = 0;
    /// Smallest definition level of a list with an entry. One level less means an empty list, still less a missing one.
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
