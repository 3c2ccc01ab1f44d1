// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/experiment.h"
#include "core/experiments/registry.h"

namespace anchorscope {

/// Sets the optimizer's options for stitching if a command with these options trains classifiers. They differ from the
/// options for retrieval: Adam with 125 steps and learning rate 0.05 (paper AO, Table 3).
void useStitchingDefaults(const UsedOptions &reads, OptimizeOptions &options);

struct StitchExperimentRow
{
    std::string representation;
    Side trainSpace = Side::x, testSpace = Side::x;
    bool possible = true;
    RepeatedValue accuracy, weightedF1, macroF1, mae;
    Eigen::MatrixXi confusion; ///< confusion matrix of the head in the first repeat
};

template <class Visitor> void describe(Visitor &visit, StitchExperimentRow &row)
{
    visit("representation", row.representation)("train", row.trainSpace)("test", row.testSpace);
    visit("possible", row.possible)("accuracy", row.accuracy)("weighted_f1", row.weightedF1);
    visit("macro_f1", row.macroF1)("mae", row.mae)("confusion", row.confusion);
}

/// Zero-shot stitching in every representation, over several random seeds (papers AO, Tables 2, 6, and RR, Tables 4-6).
struct StitchExperiment
{
    std::vector<std::string> classes;
    Index trainItems = 0, testItems = 0;
    std::vector<StitchExperimentRow> rows;
    std::vector<ProtocolRun> runs;
    int repeats = 0;
    double seconds = 0;
    std::vector<std::string> notes = {}; ///< notes on omitted representations; not stored in sessions
};

template <class Visitor> void describe(Visitor &visit, StitchExperiment &experiment)
{
    visit("classes", experiment.classes)("train_items", experiment.trainItems)("test_items", experiment.testItems);
    visit("rows", experiment.rows)("runs", experiment.runs)("repeats", experiment.repeats);
    visit("seconds", experiment.seconds)("notes", experiment.notes);
}

/// Runs stitching with the labels of X (of Y if X has none). Errors: "cancelled", those of runProtocol(), stitch().
Result<StitchExperiment> runStitchExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                             const Correspondence &pairing, const ExperimentOptions &options,
                                             const RunContext &context = {}, Resume<StitchExperiment> resume = {});

void addScores(StitchExperiment &experiment, const std::vector<StitchRow> &rows);

/// Table with one row per representation, space of the classifier and test space. It contains MAE only if labels are
/// numbers whose order matters to the classifiers.
ResultTable resultTable(const StitchExperiment &experiment);

} // namespace anchorscope
