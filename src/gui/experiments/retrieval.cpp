// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/retrieval.h"
#include "gui/experiments/experiments.h"
#include "gui/experiments/methodmap.h"
#include "gui/present/labels.h"
#include "gui/style/translate.h"

namespace anchorscope::gui {

namespace {

ExperimentOutcome showRetrieval(const RetrievalExperiment &experiment)
{
    ExperimentOutcome outcome = outcomeOf(resultTable(experiment));
    for (qsizetype i = 0; const Metric &metric : metrics())
        outcome.columns[outcome.columns.size() - std::ssize(metrics()) + i++] = metricColumn(metric);
    MethodMap map({arrowLabel(Side::x, Side::y), arrowLabel(Side::y, Side::x)});
    for (const RetrievalExperimentRow &row : experiment.rows) {
        const Side source = sourceOf(row.direction);
        map.add(representationLabel(row.method), source == Side::x ? 0 : 1, row.of(&RetrievalScores::mrr));
    }
    outcome.pictures.push_back(map.picture(tr("Mean reciprocal rank"), tr("queries → index"), tr("MRR")));
    return outcome;
}

} // namespace

Result<ExperimentOutcome> retrievalOutcome(const ExperimentInput &input, const RunContext &context)
{
    return runOnPair(input, context, experimentOptions(input), runRetrievalExperiment, showRetrieval);
}

} // namespace anchorscope::gui
