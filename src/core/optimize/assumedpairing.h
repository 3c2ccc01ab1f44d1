// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/optimize/optimizer.h"

namespace anchorscope {

/// Whether a run speaks against a pairing that was only assumed, as rows of two files are: no more of its partners are
/// found than a random order would let be found, although the spaces agree (left-out known pairs find each other, or
/// three runs without any find the same partners). Ours.
bool contradictsPairing(const OptimizeSummary &summary, const Correspondence &assumed);

} // namespace anchorscope
