// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimize/optimizer.h"

namespace anchorscope {

/// With fewer items in both spaces nothing is predicted: the measurement would take as long as the run.
inline constexpr Index itemsToPredict = 50000;

struct PredictedSeconds
{
    double run = 0; ///< of optimize() with the options as they are
    /// Of the canonical path: the path itself, and the verdict after it.
    double path = 0, verdict = 0;
    /// Of the two ways to find the partners of all items in a large set, where the method has the choice
    /// (OptimizeOptions::candidates); and the share of the cells that an item looks in (ivfsearch.h).
    std::optional<double> exact = {}, approximate = {}, ivfShare = {};
};

/// Input of a prediction: a run on a few items, in seconds; or the path that a run would walk on a large set, whose
/// maps say best in how many cells the search has to look.
enum class PredictBy { trial, path };

/// How long optimize() will take on this machine, found before it starts by doing a small part of the work on the data
/// themselves (ours; src/mpi/README.md has predictions beside what runs took): a trial on a sample says what learning
/// costs; with what it found some items are compared with others, because what that costs depends on the data. None for
/// sets below itemsToPredict, without enough seeds for a trial (seedsToStart), or if cancelled.
std::optional<PredictedSeconds> predictSeconds(const OptimizeInput &input, const OptimizeOptions &options, PredictBy by,
                                               const RunContext &context = {});

} // namespace anchorscope
