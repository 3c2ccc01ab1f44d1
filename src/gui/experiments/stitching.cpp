// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/stitching.h"
#include "gui/experiments/experiments.h"
#include "gui/experiments/methodmap.h"
#include "gui/present/itemtext.h"
#include "gui/present/labels.h"
#include "gui/style/translate.h"

namespace anchorscope::gui {

namespace {

ExperimentOutcome showStitching(const StitchExperiment &experiment)
{
    ExperimentOutcome outcome = outcomeOf(resultTable(experiment));
    MethodMap map({tr("X → X"), tr("Y → X"), tr("Y → Y"), tr("X → Y")});
    for (std::size_t i = 0; i < experiment.rows.size(); ++i) {
        const StitchExperimentRow &row = experiment.rows[i];
        map.add(representationLabel(row.representation), static_cast<qsizetype>(i % 4), row.accuracy);
    }
    outcome.summary = tr("%1 training items, %2 test items, %3 classes")
                          .arg(countText(experiment.trainItems), countText(experiment.testItems))
                          .arg(experiment.classes.size());
    outcome.pictures.push_back(map.picture(tr("Accuracy"), tr("vectors → classifier"), tr("accuracy")));
    return outcome;
}

} // namespace

Result<ExperimentOutcome> stitchingOutcome(const ExperimentInput &input, const RunContext &context)
{
    ExperimentOptions options = experimentOptions(input);
    useStitchingDefaults(options.protocol.optimize);
    return runOnPair(input, context, options, runStitchExperiment, showStitching);
}

} // namespace anchorscope::gui
