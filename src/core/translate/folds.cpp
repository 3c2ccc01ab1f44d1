// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/translate/folds.h"

#include "core/random.h"

namespace anchorscope {

std::vector<Fold> foldsOf(Index pairs, std::uint64_t seed)
{
    constexpr std::size_t count = 5;
    if (pairs < static_cast<Index>(2 * count))
        return {};
    std::vector<Fold> folds(count);
    const std::vector<ItemIndex> order = Random(seed).permutation(pairs);
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::size_t each = 0; each < count; ++each)
            (i % count == each ? folds[each].held : folds[each].fitted).push_back(order[i]);
    }
    return folds;
}

} // namespace anchorscope
