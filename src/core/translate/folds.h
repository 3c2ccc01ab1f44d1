// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <cstdint>
#include <vector>

namespace anchorscope {

/// One fold of a cross-validation: indices of the pairs to which a map is fitted, and of the held-out pairs that score
/// it.
struct Fold
{
    std::vector<ItemIndex> fitted, held;
};

/// Splits pairs into five folds at random, for choices by cross-validation. Empty with fewer than 10 pairs, because a
/// fold would then have one pair only.
std::vector<Fold> foldsOf(Index pairs, std::uint64_t seed = 0);

} // namespace anchorscope
