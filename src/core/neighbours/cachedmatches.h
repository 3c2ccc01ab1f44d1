// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/cslsmatches.h"

#include <functional>

namespace anchorscope {

/// Returns the matches found by `search`, or those that an interrupted run stored in the cache (RunContext::cache).
/// Stored matches are used only if every query has a match among the n or m rows, and other items have none. `queries`
/// null means that all items are queries. Returns nullopt if cancelled.
std::optional<CslsMatches> cachedMatches(Index n, Index m, const QueryMask *queries, ResultCache *cache,
                                         const std::function<std::optional<CslsMatches>()> &search);

} // namespace anchorscope
