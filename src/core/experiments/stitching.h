// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"

namespace anchorscope {

/// AO Table 3's values for stitching, where they differ from those for retrieval: adam 125 steps, learning rate 0.05.
void useStitchingDefaults(OptimizeOptions &options);

/// What heads scored that were trained on one space and tested on one.
struct StitchExperimentRow
{
    std::string representation;
    Side trainSpace = Side::x, testSpace = Side::x;
    bool possible = true;
    Repeated accuracy, weightedF1, macroF1, mae;
    Eigen::MatrixXi confusion; ///< counts of the first repeat
};

/// Zero-shot stitching by every anchor method, over seeds (AO Tables 2, 6; RR Tables 4-6).
struct StitchExperiment
{
    std::vector<std::string> classes;
    Index trainItems = 0, testItems = 0;
    std::vector<StitchExperimentRow> rows;
    std::vector<ProtocolRun> runs;
    int repeats = 0; ///< that were measured
    double seconds = 0;
    std::vector<std::string> notes = {}; ///< sentences: methods that were left out; sessions do not keep them
};

/// Errors: those of choosing, optimising and scoring, "cancelled". Labels are X's, or Y's where X has none.
Result<StitchExperiment> runStitchExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                             const Correspondence &pairing, const ExperimentOptions &options,
                                             const RunContext &context = {}, Resume<StitchExperiment> resume = {});

} // namespace anchorscope
