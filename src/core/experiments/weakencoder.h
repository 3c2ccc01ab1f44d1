// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope {

/// Scores of a classifier. The experiment tests whether the classifier of a strong encoder (X), applied to relative
/// vectors of a weak encoder (Y) that it never saw, is better than the weak encoder's own classifier (the promise of
/// PARAM; RR 5). Rows use a space's “own” vectors or are zero-shot.
struct WeakEncoderRow
{
    /// id of the vectors: "own" (the space's vectors), "GT" (relative to true anchors, as many as learned ones, with
    /// the similarity of the options), "GT whitened", "PARAM"
    std::string representation;
    /// Space whose training items the classifier learned from. Test items are Y's for all classifiers, except X's own.
    Side classifier = Side::x;
    RepeatedValue accuracy, weightedF1;
    RepeatedValue gain; ///< accuracy minus that of Y's own classifier in the same repeat; empty for “own” rows

    /// Space whose test items were used.
    Side tested() const { return gain.empty() ? classifier : Side::y; }
};

template <class Visitor> void describe(Visitor &visit, WeakEncoderRow &row)
{
    visit("representation", row.representation)("classifier", row.classifier)("accuracy", row.accuracy);
    visit("weighted_f1", row.weightedF1)("gain", row.gain);
}

struct WeakEncoderExperiment
{
    std::vector<std::string> classes;
    Index trainItems = 0, testItems = 0;
    std::vector<WeakEncoderRow> rows;
    int repeats = 0; ///< number of completed repeats
    double seconds = 0;
};

template <class Visitor> void describe(Visitor &visit, WeakEncoderExperiment &experiment)
{
    visit("rows", experiment.rows)("repeats", experiment.repeats)("seconds", experiment.seconds);
    visit("classes", experiment.classes)("train_items", experiment.trainItems)("test_items", experiment.testItems);
}

/// Runs the experiment. Options read: anchors, similarity, learning, additional banks, head and its input, training
/// share, repeats. Nothing is optimized: anchors are true pairs. Errors: "wrong-usage", "too-few-pairs", "no-labels",
/// "one-class", "cancelled".
Result<WeakEncoderExperiment> runWeakEncoderExperiment(const EmbeddingSet &strong, const EmbeddingSet &weak,
                                                       const Correspondence &pairing, const ExperimentOptions &options,
                                                       const RunContext &context = {},
                                                       Resume<WeakEncoderExperiment> resume = {});

/// Summary of the result in sentences.
std::string weakEncoderSentence(const WeakEncoderExperiment &experiment);

/// Table with a row for each classifier and representation.
ResultTable resultTable(const WeakEncoderExperiment &experiment);

Experiment weakEncoderEntry();

} // namespace anchorscope
