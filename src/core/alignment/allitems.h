// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/data/canonicalmetric.h"

namespace anchorscope {

/// Name of the last stage of a run on a part of the items: its maps are applied to all items. Values of this stage
/// cannot be compared with those of earlier iterations.
inline constexpr const char *allItemsStage = "all items";

struct FoundMatches
{
    /// for each of the m items of Y its match in X; item 0 of X if the vector of the item of Y is zero
    std::vector<ItemIndex> xOfY;
    /// Share of matches that an exact search would find as well; null unless the search was approximate (ivfsearch.h).
    std::optional<double> recall;
};

/// Finds matches among all items by CSLS in canonical coordinates, ignoring zero rows. Returns nullopt if cancelled.
std::optional<FoundMatches> matchesByMetric(const PreparedSpace &x, const PreparedSpace &y,
                                            const CanonicalMetric &metric, const std::string &candidates,
                                            const RunContext &context = {});

/// Distance between the relative vectors of each item y of Y and of its match π(y), ‖R_X[π(y)] − y A_Yᵀ‖. `anchorsOfX`:
/// k × dx unit rows. Incomplete if cancelled.
std::vector<float> distancesOfMatches(const OptimizeInput &input, const Matrix &anchorsOfX, const Matrix &anchorsOfY,
                                      const std::vector<ItemIndex> &xOfY, const RunContext &context = {});

} // namespace anchorscope
