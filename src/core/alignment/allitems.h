// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/data/canonicalmetric.h"

namespace anchorscope {

/// Last iteration of a run that used a part of the items: its maps, applied to all items. Its values refer to other
/// items than those of earlier iterations and cannot be compared with them.
inline constexpr const char *allItemsStage = "all items";

/// Matches among all items, found by maps that were fitted on some of them.
struct FoundMatches
{
    std::vector<ItemIndex> xOfY;  ///< match of each of the m items of Y; the first item of X for a zero row
    std::optional<double> recall; ///< share of matches that the approximate search finds (ivfsearch.h); null if exact
};

/// Finds matches among all items by CSLS in canonical coordinates, as the canonical path does; zero rows are ignored.
/// None if cancelled.
std::optional<FoundMatches> matchesByMetric(const PreparedSpace &x, const PreparedSpace &y,
                                            const CanonicalMetric &metric, const std::string &candidates,
                                            const RunContext &context = {});

/// Distance ‖R_X[π(y)] − y A_Yᵀ‖ of every item of Y, computed block by block so that the relative vectors are never all
/// in memory. X's anchors are given as unit rows (k × dx). Incomplete if cancelled.
std::vector<float> distancesOfMatches(const OptimizeInput &input, const Matrix &anchorsOfX, const Matrix &anchorsOfY,
                                      const std::vector<ItemIndex> &xOfY, const RunContext &context = {});

} // namespace anchorscope
