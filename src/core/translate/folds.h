// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <cstdint>
#include <vector>

namespace anchorscope {

/// Pairs to fit on and pairs to score, of k.
struct Fold
{
    std::vector<ItemIndex> fitted, held;
};

/// Five folds in an order drawn by the seed, for choices by cross-validation; none with fewer than 10 pairs, of which a
/// fifth would decide by a single one.
std::vector<Fold> foldsOf(Index pairs, std::uint64_t seed = 0);

} // namespace anchorscope
