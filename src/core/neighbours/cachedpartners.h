// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/neighbours/partners.h"

#include <functional>

namespace anchorscope {

/// What `search` finds among n and m rows, or what a run before has kept of it (RunContext::cache). None if cancelled.
std::optional<CslsPartners> cachedPartners(Index n, Index m, ResultCache *cache,
                                           const std::function<std::optional<CslsPartners>()> &search);

} // namespace anchorscope
