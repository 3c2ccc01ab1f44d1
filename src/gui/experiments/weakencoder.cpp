// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/weakencoder.h"
#include "gui/experiments/experiments.h"
#include "gui/present/labels.h"
#include "gui/style/translate.h"

namespace anchorscope::gui {

namespace {

ExperimentOutcome showEncoders(const WeakEncoderExperiment &experiment)
{
    ExperimentOutcome outcome = outcomeOf(resultTable(experiment));
    OutcomePicture picture;
    picture.title = tr("Scores on the test items");
    picture.columns = {tr("Accuracy"), tr("Weighted F1")};
    picture.map.resize(std::ssize(experiment.rows), 2);
    for (const WeakEncoderRow &row : experiment.rows) {
        picture.map.row(picture.rows.size()) << row.accuracy.mean(), row.weightedF1.mean();
        const auto &cells = outcome.rows[static_cast<std::size_t>(picture.rows.size())];
        picture.rows << tr("%1, %2").arg(cells[0].text, cells[2].text);
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
