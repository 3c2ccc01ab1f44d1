// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <string>
#include <vector>

namespace anchorscope {

/// Kind of the values of a column: numbers; categories (few different texts); dates in ISO 8601, with or without a
/// time; other texts.
enum class ColumnKind { number, category, date, text };
/// Id of a kind, as in JSON: "number", "category", "date", "text".
const char *columnKindId(ColumnKind kind);

/// A column of a file that is neither id nor label nor vector: one value for each item.
struct ItemColumn
{
    std::string name;
    ColumnKind kind = ColumnKind::text;
    std::vector<double> numbers = {};      ///< values of kind number; NaN if missing
    std::vector<std::string> texts = {};   ///< values of kinds date and text, empty if missing; of kind category the
                                           ///< different values
    std::vector<std::int32_t> values = {}; ///< value of each item of kind category: index into `texts`; −1 if missing

    Index size() const;
    /// Text of one value for display; empty if missing.
    std::string text(ItemIndex item) const;
    /// Display texts of all items, as text() returns them.
    std::vector<std::string> allTexts() const;
    /// Number of items without a value.
    Index missing() const;
    /// A column with the values of the given items only, in this order.
    ItemColumn at(const std::vector<Index> &rows) const;
};

} // namespace anchorscope
