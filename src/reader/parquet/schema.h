// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/columns/columnsource.h"
#include "reader/parquet/footer.h"

namespace anchorscope::parquet {

/// Leaf of a Parquet schema, in the form of a column: the meaning of its levels, and how its values are displayed.
struct Leaf
{
    SchemaElement element;
    ColumnInfo info;
    /// Maximum repetition level of the leaf; 0: each row is one value; 1: each row is a list.
    unsigned maxRepetition = 0;
    /// Maximum definition level of the leaf, which is that of a value that is present.
    unsigned maxDefinition = 0;
    /// Smallest definition level of a list that has an entry. At one level less the list is empty, at lower levels it
    /// is missing.
    unsigned listDefinition = 0;
    NumberType number = NumberType::float32;
    /// Type of the numbers into which the bytes of each value are split, if they contain numbers; otherwise nullopt.
    std::optional<NumberType> packed = {};
    /// True if the values are displayed as text, also numbers that are a date, a decimal, …
    bool asText = false;
};

/// Finds the leaves of a schema, in the order of the schema.
std::vector<Leaf> leavesOf(const std::vector<SchemaElement> &schema);

/// Formats a value of a leaf whose values are texts.
std::string textOf(const Leaf &leaf, Bytes value);

} // namespace anchorscope::parquet
