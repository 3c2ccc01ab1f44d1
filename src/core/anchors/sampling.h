// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/anchorset.h"
#include "core/random.h"
#include "core/result.h"

namespace anchorscope {

/// Samples k anchors uniformly without replacement from the paired items, as the paper AO does (A.2); the first s are
/// seeds, with their true partners. Errors: "too-few-pairs" for fewer than k paired items, "wrong-usage" if s > k.
Result<AnchorSet> drawAnchors(const Correspondence &pairing, Index anchors, Index seeds, Random &random);

/// Completes seeds to k anchors by items sampled uniformly from the rest of `pool` (items of X; empty: all). Needs no
/// pairing. Errors: "too-few-items" for fewer than k items, "too-many-seeds" for more than k seeds.
Result<AnchorSet> completeAnchors(const std::vector<SeedPair> &seeds, Index itemsOfX, Index anchors, Random &random,
                                  std::vector<ItemIndex> pool = {});

} // namespace anchorscope
