// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/runcontext.h"
#include "core/statistics.h"

#include <vector>

namespace anchorscope {

/// Number of neighbours that are compared, as in Huh et al.
inline constexpr Index mutualNeighbours = 10;

/// Finds for each row (n × d, unit rows, n ≥ 2) the k nearest other rows by cosine, n × k, ascending by index; with
/// fewer rows all others. Empty if cancelled.
std::vector<ItemIndex> nearestOfEach(const Matrix &rows, Index k, const RunContext &context = {});

/// Mean share of an item's k nearest neighbours that two spaces over the same items agree on, in [0, 1] (mutual k-NN;
/// Huh et al., ICML 2024). Both lists are results of nearestOfEach(), of the same n and k.
double sharedNeighbours(const std::vector<ItemIndex> &a, const std::vector<ItemIndex> &b, Index k);
/// Chance level of sharedNeighbours() if the items are paired at random: its mean is k / (n − 1), its interval that of
/// some random pairings.
ChanceLevel sharedByChance(const std::vector<ItemIndex> &a, const std::vector<ItemIndex> &b, Index k,
                           const RunContext &context = {});

} // namespace anchorscope
