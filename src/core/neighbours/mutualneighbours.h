// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"
#include "core/statistics.h"

#include <vector>

namespace anchorscope {

/// Number k of nearest neighbours for mutual k-NN, as in Huh et al. (ICML 2024).
inline constexpr Index mutualNeighbours = 10;

/// Finds for each row of a matrix (n × d, unit rows, n ≥ 2) the k nearest other rows by cosine. The result is an n × k
/// matrix (n × (n − 1) if n ≤ k), each row ascending by index. Empty if cancelled.
std::vector<ItemIndex> nearestOfEach(const Matrix &rows, Index k, const RunContext &context = {});

/// Returns the mean share, in [0, 1], of an item's k nearest neighbours in one space that are also among its k nearest
/// in another space of the same items (mutual k-NN; Huh et al., ICML 2024). `a` and `b` are results of nearestOfEach()
/// with the same n and k.
double sharedNeighbours(const std::vector<ItemIndex> &a, const std::vector<ItemIndex> &b, Index k);
/// Returns the level of sharedNeighbours() that results if the items are paired at random: its mean k / (n − 1), and an
/// interval computed from random pairings.
ChanceLevel sharedByChance(const std::vector<ItemIndex> &a, const std::vector<ItemIndex> &b, Index k,
                           const RunContext &context = {});

} // namespace anchorscope
