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
    ExperimentOutcome outcome;
    outcome.columns = {
        {tr("Anchors"), {}, false},
        {tr("Queries\n→ index"), tr("Items of the first space are the queries; the second is searched"), false}};
    for (const Metric &metric : metrics())
        outcome.columns.append(metricColumn(metric));
    MethodMap map({arrowLabel(Side::x, Side::y), arrowLabel(Side::y, Side::x)});
    for (const RetrievalExperimentRow &row : experiment.rows) {
        const Side source = sourceOf(row.direction);
        const QString method = representationLabel(row.method);
        std::vector<ExperimentOutcome::Cell> cells{textCell(method), textCell(arrowLabel(source, other(source)))};
        for (const Metric &metric : metrics())
            cells.push_back(repeatedCell(row.of(metric.score)));
        outcome.rows.push_back(std::move(cells));
        map.add(method, source == Side::x ? 0 : 1, row.of(&RetrievalScores::mrr));
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
