// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <cstdint>
#include <vector>

namespace anchorscope {

/// Fold of a cross-validation: positions of the pairs to fit and of those to score.
struct Fold
{
    std::vector<ItemIndex> fitted, held;
};

/// Five folds in an order drawn by the seed, for choices by cross-validation; none with fewer than 10 pairs, because a
/// fold would then have a single pair.
std::vector<Fold> foldsOf(Index pairs, std::uint64_t seed = 0);

} // namespace anchorscope
