// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/data/correspondence.h"

namespace anchorscope {

/// True if a run contradicts a pairing that was only assumed, such as that of the rows of two files: the matches of the
/// run agree with the pairing only as often as by chance, although the spaces agree (held-out known pairs are matched,
/// or three runs without known pairs find the same matches). This criterion is not from a paper.
bool contradictsPairing(const OptimizeSummary &summary, const Correspondence &assumed);

} // namespace anchorscope
