// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/cslsmatches.h"

#include <functional>

namespace anchorscope {

/// Returns the result of `search`, or the result that an interrupted run stored in the cache (RunContext::cache) , if
/// that contains a match for exactly these queries (null: all rows) among n and m rows. None if cancelled.
std::optional<CslsMatches> cachedMatches(Index n, Index m, const QueryMask *queries, ResultCache *cache,
                                         const std::function<std::optional<CslsMatches>()> &search);

} // namespace anchorscope
