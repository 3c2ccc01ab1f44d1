// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"

#include <string_view>

namespace anchorscope {

/// What may stand at the end of a filter that is being written (itemfilter.h).
struct FilterCompletion
{
    std::size_t begin = 0;          ///< where what is being written begins, in bytes
    std::vector<std::string> words; ///< what it may become, as the filter needs it: quoted where that is necessary
};

/// Names of columns where a condition begins, the operators that suit a column behind its name, the values of
/// categories and labels behind an operator that compares whole ones (at most `most`, in the order of the items'
/// table), `and` and `or` behind a whole value. Words begin with what was written of them, whatever the case of ASCII
/// letters. Nothing for a text that is longer than a filter may be.
FilterCompletion completeFilter(std::string_view text, const ItemTable &items, std::size_t maximum = 100);

} // namespace anchorscope
