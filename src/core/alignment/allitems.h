// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/data/canonicalmetric.h"

namespace anchorscope {

/// Name of the stage of the last iteration if a run used only a part of the items: the maps of the run are then applied
/// to all items, so that the values of this iteration cannot be compared with those of earlier iterations.
inline constexpr const char *allItemsStage = "all items";

/// Matches among all items, found by maps that were fitted on some of them.
struct FoundMatches
{
    /// For each of the m items of Y its match in X; item 0 of X if the vector of the item of Y is zero.
    std::vector<ItemIndex> xOfY;
    /// Share of matches equal to those of an exact search, if the search was approximate (ivfsearch.h); otherwise null.
    std::optional<double> recall;
};

/// Finds matches among all items by CSLS in canonical coordinates, as the canonical path does; zero rows are ignored.
/// Returns nullopt if cancelled.
std::optional<FoundMatches> matchesByMetric(const PreparedSpace &x, const PreparedSpace &y,
                                            const CanonicalMetric &metric, const std::string &candidates,
                                            const RunContext &context = {});

/// Distance ‖R_X[π(y)] − y A_Yᵀ‖ of every item y of Y from its match π(y), measured between relative vectors. It is
/// computed block by block, so that the relative vectors are never all in memory. The anchors of X are unit rows (k ×
/// dx). Incomplete if cancelled.
std::vector<float> distancesOfMatches(const OptimizeInput &input, const Matrix &anchorsOfX, const Matrix &anchorsOfY,
                                      const std::vector<ItemIndex> &xOfY, const RunContext &context = {});

} // namespace anchorscope
