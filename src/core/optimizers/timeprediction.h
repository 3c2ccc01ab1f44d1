// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimize/optimizer.h"

namespace anchorscope {

/// Sets of fewer items in both spaces are not worth predicting: what is measured for it would take as long.
inline constexpr Index itemsToPredict = 50000;

struct PredictedSeconds
{
    double run = 0; ///< of optimize() with the options as they are
    /// Of the canonical path: the path itself, and the verdict after it.
    double path = 0, verdict = 0;
    /// Of the two ways to find the partners of all items in a large set, where the method has the choice
    /// (OptimizeOptions::candidates).
    std::optional<double> exact = {}, approximate = {};
};

/// How long optimize() will take on this machine, found before it starts by doing a small part of the work on the data
/// themselves (ours; for large sets, within about a factor of 1.5): a trial on a sample says what learning costs; with
/// what it found some items are compared with others, because what that costs depends on the data. Takes a few seconds.
/// None for sets below itemsToPredict, without enough seeds for a trial (seedsToStart), or if cancelled.
std::optional<PredictedSeconds> predictSeconds(const OptimizeInput &input, const OptimizeOptions &options,
                                               const RunContext &context = {});

} // namespace anchorscope
