// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/anchorset.h"
#include "core/random.h"
#include "core/result.h"

namespace anchorscope {

/// Samples k anchors, the first s of them seeds, as the experiments of the paper AO do (A.2): uniformly, without
/// replacement, from the paired items; the partners of the seeds are those in the pairing. Error "too-few-pairs" for
/// fewer than k paired items, "wrong-usage" if s > k.
Result<AnchorSet> drawAnchors(const Correspondence &pairing, Index anchors, Index seeds, Random &random);

/// Completes given seed pairs to k anchors: the seeds come first, then items sampled uniformly from the other items of
/// `pool` (items of X), or from all other items of X if `pool` is empty. No pairing is needed. Error "too-few-items"
/// for fewer than k items, "too-many-seeds" for more seeds than k.
Result<AnchorSet> completeAnchors(const std::vector<SeedPair> &seeds, Index itemsOfX, Index anchors, Random &random,
                                  std::vector<ItemIndex> pool = {});

} // namespace anchorscope
