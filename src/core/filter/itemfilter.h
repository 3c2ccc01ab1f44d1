// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"

namespace anchorscope {

/// Maximum length of a filter, in bytes: each condition is evaluated for all items.
inline constexpr std::size_t longestFilter = 4000;

/// Evaluates a filter: one char for each item, not 0 if it matches. The text is a list of conditions, `column operator
/// value`, joined by `and` and `or` (`and` binds tighter): “frequency > 100 and topic = sport”.
Result<std::vector<char>> matchItems(const std::string &filter, const ItemTable &items);

/// Checks a filter by the columns alone: the error that matchItems() returns.
Status checkFilter(const std::string &filter, const ItemTable &items);

/// A name or value as a filter needs it: in quotation marks where it holds operators, `and`, `or` and such words.
std::string filterWord(const std::string &text);

/// Example of a filter that fits the columns, “frequency > 120”; empty without columns.
std::string exampleFilter(const ItemTable &items);

} // namespace anchorscope
