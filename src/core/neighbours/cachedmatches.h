// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/cslsmatches.h"

#include <functional>

namespace anchorscope {

/// Returns the matches that an interrupted run stored in the cache (RunContext::cache), otherwise those of `search`.
/// Stored matches are used only if every query has a match among the n or m rows, and other items have none. `queries`
/// null: all items. Returns nullopt if cancelled.
std::optional<CslsMatches> cachedMatches(Index n, Index m, const QueryMask *queries, ResultCache *cache,
                                         const std::function<std::optional<CslsMatches>()> &search);

} // namespace anchorscope
