// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimize/optimizer.h"

#include <span>
#include <string_view>

namespace anchorscope {

/// What a method reads of OptimizeOptions beside seed, iterations and time limit.
struct OptimizerReads
{
    bool start = false; ///< and the order of the items
    bool learningRate = false;
    bool ridge = false;
    bool transport = false; ///< ε, steps and stop of Sinkhorn's algorithm
    bool published = false; ///< what AO leaves open: the start, whether seed rows move, which space is permuted
};

/// One way to find anchors.
struct Optimizer
{
    const char *id;    ///< as on the command line and in files
    const char *label; ///< as on screen
    const char *about; ///< a sentence for the screen, with its source
    int defaultIterations;
    bool needsNoSeeds; ///< it can start without a known pair
    bool learnsMetric; ///< its summary has a CanonicalMetric
    OptimizerReads reads;
    OptimizeSummary (*run)(const OptimizeInput &, const OptimizeOptions &, const RunContext &,
                           const IterationCallback &);
};

/// All methods; the first is the default.
std::span<const Optimizer> optimizers();
const Optimizer *findOptimizer(std::string_view id);

/// The method is known and its options are in range.
Status validate(const OptimizeOptions &options);

/// Validates and runs options.method. An error only for wrong input; a run that was stopped, cancelled or that failed
/// to converge is a summary that says so. `onIteration` is called on the computing thread after every iteration.
Result<OptimizeSummary> optimize(const OptimizeInput &input, const OptimizeOptions &options,
                                 const RunContext &context = {}, const IterationCallback &onIteration = {});

} // namespace anchorscope
