// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/cslsmatches.h"

#include <functional>

namespace anchorscope {

/// Result of `search` for the queries (null: all) among n and m rows, or the cached result of an interrupted run
/// (RunContext::cache). A cached result is used only if exactly the queries have a match. None if cancelled.
std::optional<CslsMatches> cachedMatches(Index n, Index m, const QueryMask *queries, ResultCache *cache,
                                         const std::function<std::optional<CslsMatches>()> &search);

} // namespace anchorscope
