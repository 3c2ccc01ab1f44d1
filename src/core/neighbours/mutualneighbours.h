// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"
#include "core/statistics.h"

#include <vector>

namespace anchorscope {

/// Number of neighbours in mutual k-NN of Huh et al. (ICML 2024).
inline constexpr Index mutualNeighbours = 10;

/// The k nearest other rows by cosine of each row (n × d, unit rows, n ≥ 2), as an n × k matrix (n × (n − 1) if n ≤ k),
/// each row ascending by index. Empty if cancelled.
std::vector<ItemIndex> nearestOfEach(const Matrix &rows, Index k, const RunContext &context = {});

/// Mean share, in [0, 1], of an item's k nearest neighbours in one space that are also among its k nearest in another
/// space of the same items (mutual k-NN). `a`, `b`: results of nearestOfEach() with the same n and k.
double sharedNeighbours(const std::vector<ItemIndex> &a, const std::vector<ItemIndex> &b, Index k);
/// sharedNeighbours() of items paired at random: its mean k / (n − 1), and an interval from random pairings.
ChanceLevel sharedByChance(const std::vector<ItemIndex> &a, const std::vector<ItemIndex> &b, Index k,
                           const RunContext &context = {});

} // namespace anchorscope
