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

/// Options of the experiment that records how anchors are learned (paper PARAM, 2) and compares them with random ones.
struct LearningOptions
{
    ExperimentOptions base; ///< only options of anchors, pre-processing, learning, head and repeats are used
    /// Number of paired items that learned anchors are mixtures of. They are the true anchors and further items; if
    /// there are more anchors than this number, they are some of the anchors. None of them is a query or a test item.
    Index subset = manyParallelItems;
    Status validate() const;
};

/// Terms of the loss at each step of the first repeat, for anchors learned without the tested space.
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
    /// Id of the method. "PARAM": learned anchors; "GT": as many random true anchors, with the similarity in `base`;
    /// "GT whitened": like "GT", with the whitened similarity. "PARAM, λ chosen" and "GT whitened, λ chosen": λ of the
    /// whitened similarity is chosen by the formula of Ledoit and Wolf; in the other methods it is that in `base`.
    /// "PARAM, closed form": like "PARAM", without steps of Adam.
    std::string method;
    Direction direction = Direction::xToY;
    /// MRR of retrieval from the source to the target of the direction.
    RepeatedValue mrr;
    /// Accuracy of a head trained on the source and tested on the target; empty without labels.
    RepeatedValue accuracy;
};

template <class Visitor> void describe(Visitor &visit, LearningRow &row)
{
    visit("method", row.method)("direction", row.direction)("mrr", row.mrr)("accuracy", row.accuracy);
}

struct LearningExperiment
{
    std::vector<LearningCurve> curves; ///< loss while anchors are learned without X (first curve) or without Y
    std::vector<LearningRow> rows;
    std::vector<double> chosenShrinkage; ///< λ of the whitened similarity for X and Y, by Ledoit and Wolf's formula
    int repeats = 0;
    double seconds = 0;
};

template <class Visitor> void describe(Visitor &visit, LearningExperiment &experiment)
{
    visit("curves", experiment.curves)("rows", experiment.rows)("repeats", experiment.repeats);
    visit("seconds", experiment.seconds)("chosen_shrinkage", experiment.chosenShrinkage);
}

/// Runs the experiment. `onStep` is called at each learning step of the first repeat, by one thread at a time. Errors:
/// "wrong-usage", "too-few-pairs", "cancelled", and those of retrieve().
Result<LearningExperiment> runLearningExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                 const Correspondence &pairing, const LearningOptions &options,
                                                 const RunContext &context = {}, Resume<LearningExperiment> resume = {},
                                                 const LearningObserver &onStep = {});

ResultTable resultTable(const LearningExperiment &experiment);

template <> std::span<const Field<LearningOptions>> fields();

} // namespace anchorscope
