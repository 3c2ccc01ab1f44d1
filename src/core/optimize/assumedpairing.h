// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/optimize/optimizer.h"

namespace anchorscope {

/// Whether a run contradicts a pairing that was only assumed, such as that of the rows of two files: the run finds no
/// more of its matches than of a random order's, although the spaces agree (held-out known pairs are matched, or three
/// runs without known pairs find the same matches). Ours.
bool contradictsPairing(const OptimizeSummary &summary, const Correspondence &assumed);

} // namespace anchorscope
