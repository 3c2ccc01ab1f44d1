// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matching/sinkhorn.h"
#include "core/optimize/optimizer.h"

namespace anchorscope {

/// Fits anchors of Y (k × dy) to the given items of Y and their partners in X.
using AnchorFit = std::function<Matrix(const std::vector<ItemIndex> &itemsOfY, const std::vector<ItemIndex> &partners)>;

/// How far a correspondence explains itself (ours; found without truth): the share of items of Y whose partner is found
/// again by anchors fitted to the other half of the items only. Two random halves; 0 if cancelled.
double heldOutAgreement(const PreparedSpace &y, const std::vector<ItemIndex> &correspondence, const AnchorFit &fit,
                        SinkhornMatcher &matcher, std::uint64_t seed, const RunContext &context);

/// Items of Y that are their partner's nearest, ascending: π(j) is i and j is the nearest column of i.
std::vector<ItemIndex> mutualColumns(const SinkhornResult &match);

/// Share of the smaller side whose items are each other's partners.
double mutualShare(const SinkhornResult &match);

} // namespace anchorscope
