// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope {

/// Scores of one classifier. The experiment tests a promise of the paper PARAM: a classifier of a strong encoder (X),
/// applied to relative vectors of a weak encoder (Y) that it was never trained on, is better than a classifier that was
/// trained on the weak encoder (stitching as in the paper RR, 5).
struct WeakEncoderRow
{
    /// Id of the vectors that the classifier uses: "own" (original vectors of the space), "GT" (relative to true
    /// anchors, as many as learned ones, with the similarity in the options), "GT whitened", "PARAM".
    std::string representation;
    /// Space that the classifier was trained on. Test items are those of Y, except for "own" vectors of X.
    Side classifier = Side::x;
    RepeatedValue accuracy, weightedF1;
    RepeatedValue gain; ///< accuracy minus that of Y's own classifier in the same repeat; empty for “own” vectors

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
    int repeats = 0;
    double seconds = 0;
};

template <class Visitor> void describe(Visitor &visit, WeakEncoderExperiment &experiment)
{
    visit("rows", experiment.rows)("repeats", experiment.repeats)("seconds", experiment.seconds);
    visit("classes", experiment.classes)("train_items", experiment.trainItems)("test_items", experiment.testItems);
}

/// Runs the experiment (no optimizer). Errors: "wrong-usage", "too-few-pairs", "no-labels", "one-class", "cancelled".
Result<WeakEncoderExperiment> runWeakEncoderExperiment(const EmbeddingSet &strong, const EmbeddingSet &weak,
                                                       const Correspondence &pairing, const ExperimentOptions &options,
                                                       const RunContext &context = {},
                                                       Resume<WeakEncoderExperiment> resume = {});

std::string weakEncoderSentence(const WeakEncoderExperiment &experiment);

ResultTable resultTable(const WeakEncoderExperiment &experiment);

} // namespace anchorscope
