// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"

namespace anchorscope {

/// Of a filter, in bytes: each condition goes through all items.
inline constexpr std::size_t longestFilter = 4000;

/// Which items a text names by their columns: one char each, not 0 where it does. The text is a list of conditions,
/// `column operator value`, joined by `and` and `or` (`and` binds tighter): “frequency > 100 and topic = sport”.
///
/// Columns are those of findColumn(). Operators: = != < <= > >= for numbers and dates (“date >= 2020-05” begins on the
/// first day of that month); = != and `contains` for texts and categories, whatever the case of ASCII letters;
/// `is missing` and `is not missing` for all. Items without a value fulfil no other condition. Names and values that
/// hold operators, `and` or `or` stand in quotation marks. At most longestFilter. Error "bad-expression" says what is
/// wrong, where, and what was expected.
Result<std::vector<char>> matchItems(const std::string &filter, const ItemTable &items);

/// What is wrong with a filter, told by the columns alone: the error that matchItems() gives.
Status checkFilter(const std::string &filter, const ItemTable &items);

/// A name or value as a filter needs it: in quotation marks where it holds operators, `and`, `or` and such words.
std::string filterWord(const std::string &text);

/// A filter to begin with that fits the columns, “frequency > 120”; empty where there are none.
std::string exampleFilter(const ItemTable &items);

} // namespace anchorscope
