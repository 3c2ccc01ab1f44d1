// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <string>
#include <vector>

namespace anchorscope {

/// Kind of the values of a column: numbers, texts of few different values, days (and times) in ISO 8601, other texts.
enum class ColumnKind { number, category, date, text };
/// "number", "category", "date", "text", as in JSON.
const char *columnKindId(ColumnKind kind);

/// A column of a file that is neither id nor label nor vector: one value for each item.
struct ItemColumn
{
    std::string name;
    ColumnKind kind = ColumnKind::text;
    std::vector<double> numbers = {};      ///< kind number; NaN for missing values
    std::vector<std::string> texts = {};   ///< kinds date and text, empty for missing values; category: its values
    std::vector<std::int32_t> values = {}; ///< kind category: index into `texts`; −1 for missing values

    Index size() const;
    /// Text of the value for display; empty if missing.
    std::string text(ItemIndex item) const;
    /// text() of all items.
    std::vector<std::string> allTexts() const;
    /// Number of items without a value.
    Index missing() const;
    /// The values of some items, in this order.
    ItemColumn at(const std::vector<Index> &rows) const;
};

} // namespace anchorscope
