// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/columns/columnsource.h"
#include "reader/parquet/footer.h"

namespace anchorscope::parquet {

/// A leaf of the schema as a column: the meaning of its levels and the display of its values.
struct Leaf
{
    SchemaElement element;
    ColumnInfo info;
    unsigned maxRepetition = 0; ///< 0: one value a row; 1: a list
    unsigned maxDefinition = 0; ///< definition level of a present value
    /// Definition level from which a list has an entry; one less: it is empty; below: it is missing.
    unsigned listDefinition = 0;
    NumberType number = NumberType::float32;
    std::optional<NumberType> packed = {}; ///< type of the numbers that each value holds as bytes
    bool asText = false;                   ///< true for numbers displayed as a date, a decimal, …
};

/// All leaves in order.
std::vector<Leaf> leavesOf(const std::vector<SchemaElement> &schema);

/// Formats a value of a leaf whose values are texts.
std::string textOf(const Leaf &leaf, Bytes value);

} // namespace anchorscope::parquet
