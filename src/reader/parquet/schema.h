// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/columns/columnsource.h"
#include "reader/parquet/footer.h"

namespace anchorscope::parquet {

/// A leaf of the schema as a column: what its levels mean and how its values are shown.
struct Leaf
{
    SchemaElement element;
    ColumnInfo info;
    unsigned maxRepetition = 0;  ///< 0: one value a row; 1: a list
    unsigned maxDefinition = 0;  ///< definition level of a present value
    unsigned listDefinition = 0; ///< from here on a list has an entry; one less: it is empty; below: it is missing
    NumberType number = NumberType::float32;
    bool floats = false; ///< bytes without a type that are vectors of float32
    bool asText = false; ///< numbers are displayed as a date, a decimal, …
};

/// The leaves in their order.
std::vector<Leaf> leavesOf(const std::vector<SchemaElement> &schema);

/// A value of a leaf whose values are texts.
std::string textOf(const Leaf &leaf, Bytes value);

} // namespace anchorscope::parquet
