// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"

namespace anchorscope {

/// Minimum number of items for a prediction: with fewer, measuring would take as long as the run.
inline constexpr Index itemsToPredict = 50000;

struct PredictedSeconds
{
    double run = 0;

    /// Seconds of the canonical path and of the verdict; 0 for other methods.
    double path = 0, verdict = 0;
    /// Seconds of the exact and of the approximate search among all items, and the share of cells that the approximate
    /// search compares (ivfsearch.h). Only for large sets and methods with OptimizeOptions::candidates.
    std::optional<double> exact = {}, approximate = {}, ivfShare = {};
};

/// Basis of a prediction. `trial`: a run on a few items. `path`: also the canonical path on its part of a large set.
enum class PredictBy { trial, path };

/// Predicts the duration of optimize() on this machine by doing a small part of the work on the actual data (our own
/// method; src/mpi/README.md compares predictions with runs). A trial run on a sample gives the time for finding the
/// maps. Its maps are then used to measure searches for matches, whose time depends on the data. Returns nullopt for
/// sets below itemsToPredict items, with fewer than seedsToStart seeds, or if cancelled.
std::optional<PredictedSeconds> predictSeconds(const OptimizeInput &input, const OptimizeOptions &options, PredictBy by,
                                               const RunContext &context = {});

} // namespace anchorscope
