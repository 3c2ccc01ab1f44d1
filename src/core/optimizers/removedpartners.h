// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/partnershare.h"
#include "core/optimizers/pathspace.h"

#include <optional>

namespace anchorscope {

/// Fits the maps again, three times, to a part of a result's matches and with some matched items removed, and returns
/// the matches found then. This shows how matches look for items that have no partner. Items are removed in two ways:
/// some items of X anywhere; and among the matched pairs around one item of Y, half of the pairs lose their item of X
/// and the others their item of Y, as if each space lacked items of the other. `matches`: features of the match that
/// each row of Y has in the result. `ridge`: ridge of the result's maps. Returns nullopt if cancelled.
std::optional<MatchSample> matchesWithoutPartners(const PathSpaces &spaces, const std::vector<MatchFeatures> &matches,
                                                  double ridge, const RunContext &context);

} // namespace anchorscope
