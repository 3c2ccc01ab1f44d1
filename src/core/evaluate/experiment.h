// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/retrieval.h"
#include "core/evaluate/stitching.h"
#include "core/optimize/optimizer.h"

namespace anchorscope {

/// Repeated values of one number: mean and sample standard deviation (0 for one value).
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
    Index anchors = 300;
    Index seeds = 15;
    int repeats = 5;
    std::uint64_t firstSeed = 0;
    Centering centering = Centering::center;
    std::string similarity = "cosine";
    bool optimizeSideX = false; ///< find the anchors of X from those of Y instead
    OptimizeOptions optimize;
    RetrievalOptions retrieval;
    StitchOptions stitching;
    Status validate() const;
};

struct ExperimentRun
{
    std::uint64_t seed = 0;
    OptimizeSummary summary;
};

struct RetrievalExperimentRow
{
    std::string method;
    Direction direction = Direction::xToY;
    Repeated jaccard, mrr, mrrAtK, cosine, pAt1, pAt5, pAt10, cslsMrr, cslsPAt1;
};
struct RetrievalExperiment
{
    std::vector<RetrievalExperimentRow> rows;
    std::vector<ExperimentRun> runs;
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
    std::vector<ExperimentRun> runs;
    double seconds = 0;
};

/// Error "cancelled" if the context was cancelled; the errors of drawing, optimising and scoring otherwise.
Result<RetrievalExperiment> runRetrievalExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                   const Correspondence &pairing, const ExperimentOptions &options,
                                                   const RunContext &context = {});
Result<StitchExperiment> runStitchExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                             const Correspondence &pairing, const ExperimentOptions &options,
                                             const RunContext &context = {});

} // namespace anchorscope
