// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"

#include <string_view>

namespace anchorscope {

/// Continuations of an unfinished filter (itemfilter.h).
struct FilterCompletion
{
    std::size_t begin = 0;          ///< position of the first byte of the word that the user is writing
    std::vector<std::string> words; ///< complete words that can replace the word being written, quoted if necessary
};

/// Suggests words that begin with what the user has written, ignoring ASCII case: names of columns at the start of a
/// condition; after a name the operators valid for the column; after an operator that compares whole values, the values
/// of a category or label (at most `maximum`, in the order of the table); `and` and `or` after a complete value. Empty
/// for a text longer than longestFilter.
FilterCompletion completeFilter(std::string_view text, const ItemTable &items, std::size_t maximum = 100);

} // namespace anchorscope
