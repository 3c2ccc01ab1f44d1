// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/weakencoder.h"
#include "gui/experiments/experiments.h"
#include "gui/present/labels.h"
#include "gui/style/translate.h"

namespace anchorscope::gui {

namespace {

ExperimentOutcome showEncoders(const WeakEncoderExperiment &experiment)
{
    ExperimentOutcome outcome;
    outcome.columns = {{tr("Classifier"), tr("Whose items it was trained on, and how they were represented"), false},
                       {tr("Tested on"), {}, false},
                       {tr("Accuracy"), {}, true},
                       {tr("Weighted F1"), {}, true},
                       {tr("Gain"), tr("Accuracy minus that of Y's own classifier"), true}};
    OutcomePicture picture;
    picture.title = tr("Scores on the test items");
    picture.columns = {tr("Accuracy"), tr("Weighted F1")};
    picture.map.resize(std::ssize(experiment.rows), 2);
    for (const WeakEncoderRow &row : experiment.rows) {
        const bool own = row.gain.empty();
        const QString how = own ? tr("its own vectors") : representationLabel(row.representation);
        const QString classifier = tr("%1, %2").arg(sideLabel(row.classifier), how);
        picture.map.row(picture.rows.size()) << row.accuracy.mean(), row.weightedF1.mean();
        picture.rows << classifier;
        outcome.rows.push_back({textCell(classifier), textCell(sideLabel(own ? row.classifier : Side::y)),
                                repeatedCell(row.accuracy), repeatedCell(row.weightedF1), repeatedCell(row.gain)});
    }
    outcome.pictures.push_back(std::move(picture));
    outcome.summary = QString::fromStdString(weakEncoderSentence(experiment));
    return outcome;
}

} // namespace

Result<ExperimentOutcome> weakEncoderOutcome(const ExperimentInput &input, const RunContext &context)
{
    return runOnPair(input, context, experimentOptions(input), runWeakEncoderExperiment, showEncoders);
}

} // namespace anchorscope::gui
