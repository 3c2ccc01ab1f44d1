// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"

#include <string_view>

namespace anchorscope {

/// Valid continuations of an unfinished filter (itemfilter.h).
struct FilterCompletion
{
    std::size_t begin = 0;          ///< start of the word that the user is writing, in bytes
    std::vector<std::string> words; ///< possible completions, quoted if necessary
};

/// Suggests names of columns at the start of a condition, the operators valid for a column after its name, the values
/// of categories and labels after an operator that compares whole ones (at most `maximum`, in the order of the items'
/// table), and `and` and `or` after a whole value. Words begin with the text already written, ignoring ASCII case.
/// Empty for a text longer than longestFilter.
FilterCompletion completeFilter(std::string_view text, const ItemTable &items, std::size_t maximum = 100);

} // namespace anchorscope
