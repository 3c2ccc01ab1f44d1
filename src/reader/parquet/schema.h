// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/columns/columnsource.h"
#include "reader/parquet/footer.h"

namespace anchorscope::parquet {

/// Leaf of the schema in the form of a column: meaning of its levels, and display of its values.
struct Leaf
{
    SchemaElement element;
    ColumnInfo info;
    unsigned maxRepetition = 0; ///< maximum repetition level; 0: one value per row; 1: a list
    unsigned maxDefinition = 0; ///< definition level of a present value
    /// Definition level from which a list has an entry; one less: it is empty; below: it is missing.
    unsigned listDefinition = 0;
    NumberType number = NumberType::float32;
    std::optional<NumberType> packed = {}; ///< type of the numbers that each value holds as bytes
    bool asText = false;                   ///< true for numbers displayed as a date, a decimal, …
};

/// Leaves of a schema, in order.
std::vector<Leaf> leavesOf(const std::vector<SchemaElement> &schema);

/// Formats a value of a leaf whose values are texts.
std::string textOf(const Leaf &leaf, Bytes value);

} // namespace anchorscope::parquet
