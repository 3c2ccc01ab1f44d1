// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/data/correspondence.h"

namespace anchorscope {

/// True if a run contradicts an assumed pairing, such as equal row numbers of two files (ours): its matches agree with
/// the pairing only as often as by chance, but held-out pairs are found, or three runs without seeds agree.
bool contradictsPairing(const OptimizeSummary &summary, const Correspondence &assumed);

} // namespace anchorscope
