// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/partnershare.h"
#include "core/optimizers/pathspace.h"

#include <optional>

namespace anchorscope {

/// Fits the maps again to parts of a result's matches while some matched items are missing, and returns the matches
/// found then: those of items without a partner can be compared with the others. Items are missing in two ways: some
/// items of X anywhere; and among the matched pairs around one item of Y, half of the items of X and the other half of
/// the items of Y, as where both spaces lack what the other has.
/// `matches`: features of the result's match of each row of Y. `ridge`: that of the result's maps. None if cancelled.
std::optional<MatchSample> matchesWithoutPartners(const PathSpaces &spaces, const std::vector<MatchFeatures> &matches,
                                                  double ridge, const RunContext &context);

} // namespace anchorscope
