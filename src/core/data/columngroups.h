// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"

#include <optional>
#include <string_view>

namespace anchorscope {

inline bool isOrdered(const ItemColumn &column)
{
    return column.kind == ColumnKind::number || column.kind == ColumnKind::date;
}
/// One number per item: numbers unchanged, dates in seconds since 1970-01-01 UTC, NaN otherwise.
std::vector<double> numbersOf(const ItemColumn &column);
/// Column with the values of the given rows, in the given order; row −1: an item without a value.
ItemColumn columnAt(const ItemColumn &column, const std::vector<Index> &rows);

bool equalIgnoringCase(std::string_view a, std::string_view b);
/// Finds a column by name, ignoring ASCII case; null if not found. The names “label” and “id” find labels and ids of
/// the items unless a column has that name. The result refers to `items`, which must outlive it.
std::shared_ptr<const ItemColumn> findColumn(const ItemTable &items, const std::string &name);

/// Groups of items by value: one for each of the most frequent values, one for all other values, and the items without
/// a value.
struct ColumnGroups
{
    /// Values that form a group, the most frequent first.
    std::vector<std::string> names;
    /// Number of different values whose items are in the group of other values.
    std::size_t folded = 0;
    /// Group of each item: index into `names`; names.size() for other values; −1 without a value.
    std::vector<std::int32_t> of;
    std::int32_t others() const { return static_cast<std::int32_t>(names.size()); }
    bool hasMissing() const;
    /// Key of a group in files: “others”, “missing”, or “=” and a value, such as “=sport”.
    std::string key(std::int32_t group) const;
};

/// Groups the items by value. Only the `maximum` most frequent values get a group, ties in alphabetical order. Numbers
/// and dates are compared as displayed text.
ColumnGroups groupValues(const ItemColumn &column, std::size_t maximum = 30);
/// Groups another column by the same values as `groups`.
ColumnGroups groupLike(const ItemColumn &column, const ColumnGroups &groups);

struct ValueRange
{
    double low = 0, high = 1;
    bool operator==(const ValueRange &) const = default;
};
/// Range of the finite numbers, or of the middle 96 % of them if that is less than a third as wide; nullopt without
/// finite numbers.
std::optional<ValueRange> usualRange(std::vector<double> numbers);

} // namespace anchorscope
