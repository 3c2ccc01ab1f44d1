// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <string>
#include <vector>

namespace anchorscope {

/// Type of a column: numbers; categories (few different texts); ISO 8601 dates, with or without time; other texts.
enum class ColumnKind { number, category, date, text };
/// Id of a ColumnKind in JSON: "number", "category", "date", "text".
const char *columnKindId(ColumnKind kind);

/// Column that contains neither ids nor labels nor vectors: one value per item.
struct ItemColumn
{
    std::string name;
    ColumnKind kind = ColumnKind::text;
    /// Values of a column of numbers; NaN if missing.
    std::vector<double> numbers = {};
    /// Texts of a column of dates or texts, empty if missing; for categories the different values.
    std::vector<std::string> texts = {};
    /// For categories the value of each item, as index into `texts`; −1 if missing.
    std::vector<std::int32_t> values = {};

    Index size() const;
    /// Text that displays the value of an item; empty if missing.
    std::string text(ItemIndex item) const;
    std::vector<std::string> allTexts() const;
    Index missing() const;
    /// Copy of the column with the values of the given items only, in the given order.
    ItemColumn at(const std::vector<Index> &rows) const;
};

} // namespace anchorscope
