// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/field.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace anchorscope {

/// Groups of options that a method either reads or ignores together.
enum OptimizeGroup : int {
    ofAll,   ///< seed and pruning: used by all methods, not on the command line
    ofPath,  ///< start of the canonical path, and the order of the items
    ofLimit, ///< limit of iterations: used by all methods
    ofRate,  ///< learning rate of Adam
    ofRidge,
    ofTransport, ///< ε, steps and stop of Sinkhorn's algorithm
    ofPublished, ///< choices that AO leaves open: the start, whether seed rows move, which space is permuted
    ofTime,      ///< time limit: used by all methods
};

/// Method to find anchors, that is, an optimizer.
struct Optimizer
{
    const char *id;    ///< id of the method on the command line and in files
    const char *label; ///< label of the method on screen
    const char *about; ///< description of the method for the screen, with its source
    int defaultIterations;
    bool worksWithoutSeeds;             ///< true if the method can start without a known pair
    bool learnsMetric;                  ///< true if the summary contains a CanonicalMetric
    std::array<OptimizeGroup, 3> reads; ///< groups of options that the method reads and others do not
    OptimizeSummary (*run)(const OptimizeInput &, const OptimizeOptions &, const RunContext &,
                           const IterationCallback &);

    bool readsGroup(int group) const
    {
        return group == ofAll || group == ofLimit || group == ofTime || std::ranges::find(reads, group) != reads.end();
    }
};

/// All methods to find anchors; the first is the default.
std::span<const Optimizer> optimizers();
const Optimizer *findOptimizer(std::string_view id);

template <> std::span<const Field<OptimizeOptions>> fields();

/// Validates and runs options.method. Returns an error only for wrong input; the summary of a run that was stopped,
/// cancelled or did not converge states this. `onIteration` is called on the computing thread after every iteration.
Result<OptimizeSummary> optimize(const OptimizeInput &input, const OptimizeOptions &options,
                                 const RunContext &context = {}, const IterationCallback &onIteration = {});

} // namespace anchorscope
