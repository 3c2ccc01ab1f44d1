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

/// Learned anchors step by step (PARAM 2), compared with the same number of random anchors.
struct LearningOptions
{
    ExperimentOptions base; ///< common options for anchors, pre-processing, learning, head and repeats; nothing is
                            ///< optimized
    Index subset = 300;     ///< number of paired items that learned anchors are mixtures of
    Status validate() const;
};

/// Loss terms of the first repeat, learned without the tested space.
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
    /// Name of the method. "PARAM"; "GT": the same number of true anchors drawn at random, with the similarity of
    /// `base`; "GT whitened": with the whitened similarity. λ is fixed, or chosen by Ledoit and Wolf's formula ("PARAM,
    /// λ chosen", "GT whitened, λ chosen").
    std::string method;
    Direction direction = Direction::xToY;
    RepeatedValue mrr; ///< MRR of retrieval from the source to the target
    /// Accuracy of a head trained on the source and tested on the target; empty without labels.
    RepeatedValue accuracy;
};

template <class Visitor> void describe(Visitor &visit, LearningRow &row)
{
    visit("method", row.method)("direction", row.direction)("mrr", row.mrr)("accuracy", row.accuracy);
}

struct LearningExperiment
{
    std::vector<LearningCurve> curves; ///< curves of the losses: one tested on X, one on Y
    std::vector<LearningRow> rows;
    std::vector<double> chosenShrinkage; ///< chosen λ of X and of Y, by Ledoit and Wolf
    int repeats = 0;                     ///< number of completed repeats
    double seconds = 0;
};

template <class Visitor> void describe(Visitor &visit, LearningExperiment &experiment)
{
    visit("curves", experiment.curves)("rows", experiment.rows)("repeats", experiment.repeats);
    visit("seconds", experiment.seconds)("chosen_shrinkage", experiment.chosenShrinkage);
}

/// Runs the experiment. `onStep` is called with the learning steps of the first repeat, one call at a time. Errors:
/// "wrong-usage", "too-few-pairs", "cancelled", and those of retrieval.
Result<LearningExperiment> runLearningExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                 const Correspondence &pairing, const LearningOptions &options,
                                                 const RunContext &context = {}, Resume<LearningExperiment> resume = {},
                                                 const LearningObserver &onStep = {});

/// Table with a row for each method and direction.
ResultTable resultTable(const LearningExperiment &experiment);

template <> std::span<const Field<LearningOptions>> fields();
Experiment learnedAnchorsEntry();

} // namespace anchorscope
