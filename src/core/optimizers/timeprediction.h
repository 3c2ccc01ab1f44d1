// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"

namespace anchorscope {

/// Minimum number of items for a prediction: with fewer, measuring would take as long as the run.
inline constexpr Index itemsToPredict = 50000;

struct PredictedSeconds
{
    double run = 0; ///< duration of optimize() with these options, in seconds
    /// Duration of the canonical path and of the verdict after it, in seconds.
    double path = 0, verdict = 0;
    /// Duration, in seconds, of each of the two possible searches among all items of a large set, if the method has the
    /// choice (OptimizeOptions::candidates), and share of the cells that the approximate one searches for an item
    /// (ivfsearch.h).
    std::optional<double> exact = {}, approximate = {}, ivfShare = {};
};

/// Measurement that a prediction is based on: the duration of a run on a few items, or of the path of a large set,
/// whose maps determine the number of cells to search.
enum class PredictBy { trial, path };

/// Predicts the duration of optimize() on this machine by doing a small part of the work on the actual data (ours;
/// src/mpi/README.md compares predictions with runs). A trial on a sample gives the cost of learning; its maps are then
/// used to compare some items with others, because the cost of this depends on the data. None for sets below
/// itemsToPredict, without enough seeds for a trial (seedsToStart), or if cancelled.
std::optional<PredictedSeconds> predictSeconds(const OptimizeInput &input, const OptimizeOptions &options, PredictBy by,
                                               const RunContext &context = {});

} // namespace anchorscope
