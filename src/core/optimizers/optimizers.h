// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/field.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace anchorscope {

/// Groups of options; a method uses all options of a group or none.
enum OptimizeGroup : int {
    ofAll,   ///< random seed, and pruning of pairs by bounds; used by all methods, but not offered on the command line
    ofPath,  ///< options of the canonical path: start, hints, search for the final matches
    ofLimit, ///< maximum number of iterations; used by all methods
    ofRate,
    ofRidge,
    ofTransport, ///< options of Sinkhorn's algorithm: ε, number of steps, when it ends
    ofPublished, ///< options that the paper AO leaves open: starts, seed rows, permutation, plan
    ofTime,      ///< time limit; used by all methods
};

struct Optimizer
{
    const char *id;
    const char *label;
    const char *about;
    int defaultIterations;
    bool worksWithoutSeeds;
    bool learnsMetric;
    std::array<OptimizeGroup, 3> reads; ///< groups of options that this method uses, without those that all methods use
    OptimizeSummary (*run)(const OptimizeInput &, const OptimizeOptions &, const RunContext &,
                           const IterationCallback &);

    bool readsGroup(int group) const
    {
        return group == ofAll || group == ofLimit || group == ofTime || std::ranges::find(reads, group) != reads.end();
    }
};

/// Methods to find anchors; the first is the default.
std::span<const Optimizer> optimizers();
const Optimizer *findOptimizer(std::string_view id);

template <> std::span<const Field<OptimizeOptions>> fields();

/// Runs the method options.method. Errors only for wrong input; the summary contains whether the run was stopped or
/// cancelled, or did not converge. `onIteration` is called after every iteration, on the thread that computes.
Result<OptimizeSummary> optimize(const OptimizeInput &input, const OptimizeOptions &options,
                                 const RunContext &context = {}, const IterationCallback &onIteration = {});

} // namespace anchorscope
