// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimize/optimizer.h"

namespace anchorscope {

/// Sets of fewer items in both spaces are not worth predicting: what is measured for it would take as long.
inline constexpr Index itemsToPredict = 50000;

/// How long optimize() will take on this machine, in seconds, found before it starts by doing a small part of the work
/// on the data themselves (ours; for large sets, within about a factor of 1.5): a trial on a sample says what learning
/// costs, and with the anchors it found some rows are matched with a large part of the items, because the cost of a
/// pair depends on how well its distance can be bounded. Takes a few seconds. None for sets below itemsToPredict,
/// without enough seeds for a trial (seedsToStart), or if cancelled.
std::optional<double> predictSeconds(const OptimizeInput &input, const OptimizeOptions &options,
                                     const RunContext &context = {});

} // namespace anchorscope
