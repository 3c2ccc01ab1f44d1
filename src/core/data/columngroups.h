// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"

#include <optional>
#include <string_view>

namespace anchorscope {

/// Whether it is a column of numbers or dates.
inline bool isOrdered(const ItemColumn &column)
{
    return column.kind == ColumnKind::number || column.kind == ColumnKind::date;
}
/// Numbers as they are, dates in seconds since 1970-01-01 UTC, one for each item; NaN for what is neither.
std::vector<double> numbersOf(const ItemColumn &column);
/// The values of some rows, in this order; −1: an item without a value.
ItemColumn columnAt(const ItemColumn &column, const std::vector<Index> &rows);

/// Whatever the case of their ASCII letters: as names of columns are compared.
bool sameWord(std::string_view a, std::string_view b);
/// The column of that name, whatever the case of its letters; “label” and “id” are the items' own where no column is
/// called so. It refers to the items, which outlive it. Null where there is none.
std::shared_ptr<const ItemColumn> findColumn(const ItemTable &items, const std::string &name);

/// The values of a column as groups: the most frequent ones, all others as one, and what has no value.
struct ColumnGroups
{
    std::vector<std::string> names; ///< of values, the most frequent first
    std::size_t folded = 0;         ///< different values that have no group of their own
    std::vector<std::int32_t> of;   ///< of each item: index into names; names.size(): another value; −1: none
    std::int32_t others() const { return static_cast<std::int32_t>(names.size()); }
    bool hasMissing() const;
    /// “=sport”, “others”, “missing”: a group of any column by a name that stays.
    std::string key(std::int32_t group) const;
};

/// Each value a group, or, where there are more than `most`, the `most` most frequent ones; of equally frequent ones
/// the first by name. Numbers and dates are values as they are shown.
ColumnGroups groupValues(const ItemColumn &column, std::size_t maximum = 30);
/// The same groups of another column: values that these do not name are others.
ColumnGroups groupLike(const ItemColumn &column, const ColumnGroups &groups);

/// Both ends of a scale of numbers.
struct ValueRange
{
    double low = 0, high = 1;
    bool operator==(const ValueRange &) const = default;
};
/// From the least to the greatest of the finite numbers; where the middle 96 % of them take less than a third of that,
/// the ends of these (percentiles 2 and 98). Nothing where no number is finite.
std::optional<ValueRange> usualRange(std::vector<double> numbers);

} // namespace anchorscope
