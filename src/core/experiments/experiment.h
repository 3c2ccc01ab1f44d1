// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/protocol.h"
#include "core/evaluate/retrieval.h"
#include "core/evaluate/stitching.h"

namespace anchorscope {

/// Repeated values of one number: mean and sample standard deviation (0 for one value). Without values it is unknown.
struct Repeated
{
    std::vector<double> values;
    double mean() const;
    double std() const;
};

/// The protocol of AO A.2: for each seed draw anchors and seeds from the paired items, shuffle Y by that seed, run,
/// unshuffle only to score.
struct ExperimentOptions
{
    ProtocolOptions protocol;
    int repeats = 5;
    std::uint64_t firstSeed = 0;
    RetrievalOptions retrieval; ///< its seed is set by each run
    StitchOptions stitching;    ///< its seed is set by each run
    Status validate() const;
};

/// AO Table 3's values for stitching, where they differ from those for retrieval: adam 125 steps, learning rate 0.05.
void useStitchingDefaults(OptimizeOptions &options);

struct RetrievalExperimentRow
{
    std::string method;
    Direction direction = Direction::xToY;
    bool degenerate = false; ///< fewer than 3 anchors
    bool exact = true;       ///< false: some random queries only
    Index queries = 0;       ///< items that were asked for in each run
    Repeated jaccard, mrr, mrrAtK, cosine, pAt1, pAt5, pAt10, cslsMrr, cslsPAt1;
};
struct RetrievalExperiment
{
    std::vector<RetrievalExperimentRow> rows; ///< without values where no pair is known
    std::vector<ProtocolRun> runs;
    double seconds = 0;
};

struct StitchExperimentRow
{
    std::string representation;
    char trainSpace = 'x', testSpace = 'x';
    bool possible = true;
    Repeated accuracy, weightedF1, macroF1, mae;
    Eigen::MatrixXi confusion; ///< counts of the first repeat
};
struct StitchExperiment
{
    std::vector<std::string> classes;
    Index trainItems = 0, testItems = 0;
    std::vector<StitchExperimentRow> rows;
    std::vector<ProtocolRun> runs;
    double seconds = 0;
};

/// Error "cancelled" if the context was cancelled; the errors of choosing, optimising and scoring otherwise.
Result<RetrievalExperiment> runRetrievalExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                   const Correspondence &pairing, const ExperimentOptions &options,
                                                   const RunContext &context = {});
/// Labels are X's, or Y's where X has none.
Result<StitchExperiment> runStitchExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                             const Correspondence &pairing, const ExperimentOptions &options,
                                             const RunContext &context = {});

} // namespace anchorscope
