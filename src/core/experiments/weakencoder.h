// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope {

/// Whether the classifier of a strong encoder (X), given relative vectors of a weak one (Y) that it never saw, is
/// better than the weak encoder's own classifier (the promise of PARAM; RR 5). One of “own” rows or of zero-shot rows.
struct WeakEncoderRow
{
    /// "own" (the space itself), "GT" (as many true anchors, the similarity of the options), "GT whitened", "PARAM".
    std::string representation;
    Side classifier = Side::x; ///< whose training items it learned from; all are tested on Y's items but X's own
    Repeated accuracy, weightedF1;
    Repeated gain; ///< accuracy less that of Y's own classifier in the same repeat; none for “own” rows

    /// Whose test items the classifier was tested on.
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
    int repeats = 0; ///< that were measured
    double seconds = 0;
};

template <class Visitor> void describe(Visitor &visit, WeakEncoderExperiment &experiment)
{
    visit("rows", experiment.rows)("repeats", experiment.repeats)("seconds", experiment.seconds);
    visit("classes", experiment.classes)("train_items", experiment.trainItems)("test_items", experiment.testItems);
}

/// Read: anchors, similarity, learning, further banks, head and its input, share that is trained on, repeats. Nothing
/// is optimised: anchors are true pairs. Errors: "wrong-usage", "too-few-pairs", "no-labels", "one-class", "cancelled".
Result<WeakEncoderExperiment> runWeakEncoderExperiment(const EmbeddingSet &strong, const EmbeddingSet &weak,
                                                       const Correspondence &pairing, const ExperimentOptions &options,
                                                       const RunContext &context = {},
                                                       Resume<WeakEncoderExperiment> resume = {});

/// What was found, in words.
std::string weakEncoderSentence(const WeakEncoderExperiment &experiment);

/// A line for each classifier and representation.
ResultTable resultTable(const WeakEncoderExperiment &experiment);

Experiment weakEncoderEntry();

} // namespace anchorscope
