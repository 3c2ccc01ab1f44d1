// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <cstdint>
#include <vector>

namespace anchorscope {

/// Indices of the pairs to which a map is fitted, and of the held-out pairs that score it.
struct Fold
{
    std::vector<ItemIndex> fitted, held;
};

/// Splits pairs into five folds at random. Empty with fewer than 10 pairs, because a fold would have one pair only.
std::vector<Fold> foldsOf(Index pairs, std::uint64_t seed = 0);

} // namespace anchorscope
