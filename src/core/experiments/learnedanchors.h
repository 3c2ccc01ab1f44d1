// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/learnedrepresentation.h"
#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope {

template <class Visitor> void describe(Visitor &visit, LearnedAnchorsStep &step)
{
    visit("step", step.step)("loss", step.loss)("jaccard", step.jaccard)("barlow", step.barlow);
    visit("alignment", step.alignment)("cohesion", step.cohesion)("seconds", step.seconds);
}

/// Learned anchors step by step (PARAM 2), and whether they are better than as many random ones.
struct LearningOptions
{
    ExperimentOptions base; ///< anchors, pre-processing, learning, head, repeats; nothing is optimised
    Index subset = 300;     ///< parallel items that learned anchors are mixtures of
    Status validate() const;
};

/// Loss terms of the first repeat, learned without the space that is tested.
struct LearningCurve
{
    Side tested = Side::x;
    std::vector<LearnedAnchorsStep> steps;
};

template <class Visitor> void describe(Visitor &visit, LearningCurve &curve)
{
    visit("tested", curve.tested)("steps", curve.steps);
}

struct LearningRow
{
    /// "PARAM"; "GT": as many true anchors drawn at random, with the similarity of `base`; "GT whitened": with the
    /// whitened one; both with a λ that is the fixed one, or by Ledoit and Wolf ("PARAM, λ chosen").
    std::string method;
    Direction direction = Direction::xToY;
    Repeated mrr;      ///< of retrieval
    Repeated accuracy; ///< of a head trained on the source, tested on the target; no values without labels
};

template <class Visitor> void describe(Visitor &visit, LearningRow &row)
{
    visit("method", row.method)("direction", row.direction)("mrr", row.mrr)("accuracy", row.accuracy);
}

struct LearningExperiment
{
    std::vector<LearningCurve> curves; ///< tested: X, Y
    std::vector<LearningRow> rows;
    std::vector<double> chosenShrinkage; ///< λ of X and of Y by Ledoit and Wolf
    int repeats = 0;                     ///< that were measured
    double seconds = 0;
};

template <class Visitor> void describe(Visitor &visit, LearningExperiment &experiment)
{
    visit("curves", experiment.curves)("rows", experiment.rows)("repeats", experiment.repeats);
    visit("seconds", experiment.seconds)("chosen_shrinkage", experiment.chosenShrinkage);
}

/// Errors: "wrong-usage", "too-few-pairs", "cancelled", and those of retrieval. `onStep` sees the learning of the first
/// repeat, one call at a time.
Result<LearningExperiment> runLearningExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                 const Correspondence &pairing, const LearningOptions &options,
                                                 const RunContext &context = {}, Resume<LearningExperiment> resume = {},
                                                 const LearningObserver &onStep = {});

/// A line for each method and direction.
ResultTable resultTable(const LearningExperiment &experiment);

template <> std::span<const Field<LearningOptions>> fields();
Experiment learnedAnchorsEntry();

} // namespace anchorscope
