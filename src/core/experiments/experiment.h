// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/protocol.h"
#include "core/experiments/repeat.h"
#include "core/evaluate/retrieval.h"
#include "core/evaluate/stitching.h"

namespace anchorscope {

/// The protocol of AO A.2: for each seed draw anchors and seeds from the paired items, shuffle Y by that seed, run,
/// unshuffle only to score.
struct ExperimentOptions
{
    ProtocolOptions protocol;
    int repeats = 5;
    std::uint64_t firstSeed = 0;
    RetrievalOptions retrieval; ///< its seed is set by each run
    StitchOptions stitching;    ///< its seed is set by each run
    /// Further spaces of the very same items as X and Y: learned anchors learn from them too.
    std::vector<std::shared_ptr<const EmbeddingSet>> furtherBanks;
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

/// What an experiment does with each run; an error gives the experiment up.
using ScoreRun = std::function<Status(const ProtocolInput &, const ProtocolRun &, const RunContext &)>;
/// Prepares the spaces, runs every seed by the protocol and hands each run to `score`.
Status forEachRun(const EmbeddingSet &x, const EmbeddingSet &y, const Correspondence &pairing,
                  const ExperimentOptions &options, const RunContext &context, std::vector<ProtocolRun> &runs,
                  const ScoreRun &score);

/// Error "cancelled" if the context was cancelled; the errors of choosing, optimising and scoring otherwise.
Result<RetrievalExperiment> runRetrievalExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                   const Correspondence &pairing, const ExperimentOptions &options,
                                                   const RunContext &context = {});
/// Labels are X's, or Y's where X has none.
Result<StitchExperiment> runStitchExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                             const Correspondence &pairing, const ExperimentOptions &options,
                                             const RunContext &context = {});

} // namespace anchorscope
