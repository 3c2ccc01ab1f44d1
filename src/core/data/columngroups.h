// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"

#include <optional>
#include <string_view>

namespace anchorscope {

/// True for a column of numbers or dates.
inline bool isOrdered(const ItemColumn &column)
{
    return column.kind == ColumnKind::number || column.kind == ColumnKind::date;
}
/// One number for each item: numbers unchanged, dates in seconds since 1970-01-01 UTC; NaN for other values.
std::vector<double> numbersOf(const ItemColumn &column);
/// The values of these rows only, in this order; row −1: an item without a value.
ItemColumn columnAt(const ItemColumn &column, const std::vector<Index> &rows);

/// True if two column names are equal, ignoring ASCII case.
bool equalIgnoringCase(std::string_view a, std::string_view b);
/// Finds a column by name, ignoring ASCII case. “label” and “id” name the items' own labels and ids unless a column has
/// that name. Refers to the items, which must outlive it. Null if not found.
std::shared_ptr<const ItemColumn> findColumn(const ItemTable &items, const std::string &name);

/// Values of a column as groups: the most frequent ones, one group of all others, and items without a value.
struct ColumnGroups
{
    std::vector<std::string> names; ///< values that form a group, the most frequent first
    std::size_t folded = 0;         ///< number of different values that have no group of their own
    std::vector<std::int32_t> of; ///< group of each item: index into names; names.size(): another value; −1: no value
    std::int32_t others() const { return static_cast<std::int32_t>(names.size()); }
    bool hasMissing() const;
    /// Stable name of a group of any column: “=sport”, “others”, “missing”.
    std::string key(std::int32_t group) const;
};

/// Groups the items by value, or by the `maximum` most frequent values; equally frequent values are in alphabetical
/// order. Numbers and dates are compared as displayed text.
ColumnGroups groupValues(const ItemColumn &column, std::size_t maximum = 30);
/// Groups another column by the values of `groups`; items with other values are in the group of others.
ColumnGroups groupLike(const ItemColumn &column, const ColumnGroups &groups);

/// Both ends of a scale of numbers.
struct ValueRange
{
    double low = 0, high = 1;
    bool operator==(const ValueRange &) const = default;
};
/// Range of the finite numbers; if the middle 96% of them take less than a third of it, the range of these (percentiles
/// 2 and 98). Nullopt without finite numbers.
std::optional<ValueRange> usualRange(std::vector<double> numbers);

} // namespace anchorscope
