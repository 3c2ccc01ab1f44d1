// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/partnershare.h"
#include "core/optimizers/pathspace.h"

#include <optional>

namespace anchorscope {

/// Fits maps (with `ridge`) three times, each time to two thirds of a result's mutual matches and seeds. Returns
/// features of the matches of the excluded items, and of the matches that these items get if their match (for seeds:
/// their partner) is removed. `matches`: features of the result's match of each row of Y. Nullopt if cancelled.
std::optional<MatchSample> matchesWithoutPartners(const PathSpaces &spaces, const std::vector<MatchFeatures> &matches,
                                                  double ridge, const RunContext &context);

} // namespace anchorscope
