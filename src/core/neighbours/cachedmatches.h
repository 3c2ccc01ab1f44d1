// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/cslsmatches.h"

#include <functional>

namespace anchorscope {

/// What `search` finds for the queries (null: all) among n and m rows, or what a run before has kept of it
/// (RunContext::cache). What was kept is not used unless each query, and nothing else, has a partner. None if
/// cancelled.
std::optional<CslsMatches> cachedMatches(Index n, Index m, const QueryMask *queries, ResultCache *cache,
                                         const std::function<std::optional<CslsMatches>()> &search);

} // namespace anchorscope
