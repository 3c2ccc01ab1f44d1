// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <string>
#include <vector>

namespace anchorscope {

/// What the values of a column are: numbers, texts of few different values, days (and times) in ISO 8601, other texts.
enum class ColumnKind { number, category, date, text };
/// "number", "category", "date", "text", as in JSON.
const char *columnKindId(ColumnKind kind);

/// A column of a file that is neither id nor label nor vector: one value for each item.
struct ItemColumn
{
    std::string name;
    ColumnKind kind = ColumnKind::text;
    std::vector<double> numbers = {};      ///< of numbers; NaN where there is none
    std::vector<std::string> texts = {};   ///< of dates and texts, empty where there is none; of a category: its values
    std::vector<std::int32_t> values = {}; ///< of a category: which of `texts`; −1 where there is none

    Index size() const;
    /// As it is shown; empty where there is no value.
    std::string text(ItemIndex item) const;
    /// Items without a value.
    Index missing() const;
    /// The values of some items, in this order.
    ItemColumn at(const std::vector<Index> &rows) const;
};

} // namespace anchorscope
