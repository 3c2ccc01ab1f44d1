// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"

namespace anchorscope {

/// Maximum length of a filter in bytes. It limits the time, because each condition is evaluated for all items.
inline constexpr std::size_t longestFilter = 4000;

/// Evaluates a filter; returns one char per item, 0 unless the item matches. A filter is a list of conditions, `column
/// operator value`, joined by `and` and `or` (`and` binds tighter): “frequency > 100 and topic = sport”. Columns:
/// findColumn() and “row”, the number of the row, counted from 0. Operators: = != < <= > >= for numbers and dates
/// (“date >= 2020-05” begins on the first day of that month); = != and `contains` for texts and categories, ignoring
/// ASCII case; `is missing` and `is not missing` for all. Items without a value satisfy only `is missing`. Names and
/// values that contain operators, `and` or `or` must be quoted. Error "bad-expression" states the mistake, its position
/// and what was expected, or that the filter exceeds longestFilter.
Result<std::vector<char>> matchItems(const std::string &filter, const ItemTable &items);

/// Checks a filter against the columns without evaluating it; the errors are those of matchItems().
Status checkFilter(const std::string &filter, const ItemTable &items);

/// Names of the columns of a filter: columns of the items, then “label”, “id” and “row”.
std::vector<std::string> filterColumns(const ItemTable &items);

/// Writes a name or value as filters require it: in quotation marks if it contains operators, `and`, `or` or similar.
std::string filterWord(const std::string &text);

/// Example of a filter that fits the columns, such as “frequency > 120”; empty without columns.
std::string exampleFilter(const ItemTable &items);

} // namespace anchorscope
