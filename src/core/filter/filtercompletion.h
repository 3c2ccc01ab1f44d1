// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"

#include <string_view>

namespace anchorscope {

/// Valid continuations of an unfinished filter (itemfilter.h).
struct FilterCompletion
{
    std::size_t begin = 0;          ///< position of the first byte of the word that the user is writing
    std::vector<std::string> words; ///< complete words that can replace the word being written, quoted if necessary
};

/// Suggests continuations of a filter: names of columns at the start of a condition; after a name the operators valid
/// for the column; after an operator that compares whole values, the values of a category or a label (at most
/// `maximum`, in the order of the table of items); `and` and `or` after a complete value. All suggestions begin with
/// the text that the user has already written, ignoring ASCII case. Empty for a text longer than longestFilter.
FilterCompletion completeFilter(std::string_view text, const ItemTable &items, std::size_t maximum = 100);

} // namespace anchorscope
