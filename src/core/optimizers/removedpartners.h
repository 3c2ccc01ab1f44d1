// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/partnershare.h"
#include "core/optimizers/pathspace.h"

#include <optional>

namespace anchorscope {

/// Fits maps (with `ridge`) to a result's mutual matches and seeds without a third of both, once for each third.
/// Returns features of the excluded items' matches, and of the matches that they would have if these (for seeds: the
/// partners) were missing. `matches`: features of the result's match of each row of Y. Nullopt if cancelled.
std::optional<MatchSample> matchesWithoutPartners(const PathSpaces &spaces, const std::vector<MatchFeatures> &matches,
                                                  double ridge, const RunContext &context);

} // namespace anchorscope
