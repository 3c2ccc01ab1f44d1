// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/stitching.h"
#include "gui/experiments/experiments.h"
#include "gui/experiments/methodmap.h"
#include "gui/present/itemtext.h"
#include "gui/present/labels.h"
#include "gui/style/translate.h"

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

ExperimentOutcome showStitching(const StitchExperiment &experiment)
{
    ExperimentOutcome outcome;
    outcome.columns = {{tr("Anchors"), {}, false},
                       {tr("Vectors\n→ classifier"),
                        tr("Test vectors of the first space, read by the classifier of the second"), false},
                       {tr("Accuracy"), {}, true},
                       {tr("F1"), {}, true},
                       {tr("Macro F1"), {}, true}};
    const bool numbers = std::ranges::any_of(experiment.rows, [](const StitchExperimentRow &row) {
        return row.possible && std::ranges::any_of(row.mae.values, [](double mae) { return std::isfinite(mae); });
    });
    if (numbers) // classes have no order otherwise
        outcome.columns.append({tr("MAE"), tr("Mean absolute difference of the labels’ values"), true});
    MethodMap map({tr("X → X"), tr("Y → X"), tr("Y → Y"), tr("X → Y")});
    for (std::size_t i = 0; i < experiment.rows.size(); ++i) {
        const StitchExperimentRow &row = experiment.rows[i];
        const QString method = representationLabel(row.representation);
        std::vector<ExperimentOutcome::Cell> cells{textCell(method),
                                                   textCell(arrowLabel(row.testSpace, row.trainSpace))};
        for (const Repeated *values : {&row.accuracy, &row.weightedF1, &row.macroF1})
            cells.push_back(row.possible ? repeatedCell(*values) : textCell("–"));
        if (numbers)
            cells.push_back(row.possible ? repeatedCell(row.mae) : textCell("–"));
        if (!row.possible)
            cells[2] = textCell(tr("not possible"));
        outcome.rows.push_back(std::move(cells));
        map.add(method, static_cast<qsizetype>(i % 4), row.accuracy);
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
