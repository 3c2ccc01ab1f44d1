// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/learnedrepresentation.h"
#include "core/experiments/experiment.h"

namespace anchorscope {

/// Learned anchors step by step (PARAM 2), and whether they are better than as many random ones.
struct LearningOptions
{
    ExperimentOptions base;         ///< anchors, pre-processing, head, repeats; nothing is optimised
    Index subset = 300;             ///< parallel items that learned anchors are mixtures of
    LearnedAnchorsOptions learning; ///< its number of anchors, seed and similarity are taken from `base`
    Status validate() const;
};

/// Loss terms of the first repeat, learned without the space that is tested.
struct LearningCurve
{
    Side tested = Side::x;
    std::vector<LearnedAnchorsStep> steps;
};

struct LearningRow
{
    std::string method; ///< "PARAM", or "GT": as many true anchors drawn at random, with the similarity of `base`
    Direction direction = Direction::xToY;
    Repeated mrr;      ///< of retrieval
    Repeated accuracy; ///< of a head trained on the source, tested on the target; no values without labels
};

struct LearningExperiment
{
    std::vector<LearningCurve> curves; ///< tested: X, Y
    std::vector<LearningRow> rows;
    int repeats = 0; ///< that were measured
    double seconds = 0;
};

/// Errors: "wrong-usage", "too-few-pairs", "cancelled", and those of retrieval. `onStep` sees the learning of the first
/// repeat, one call at a time.
Result<LearningExperiment> runLearningExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                 const Correspondence &pairing, const LearningOptions &options,
                                                 const RunContext &context = {}, Resume<LearningExperiment> resume = {},
                                                 const LearningObserver &onStep = {});

} // namespace anchorscope
