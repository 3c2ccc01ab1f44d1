// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/retrieval.h"
#include "cli/experiments/study.h"
#include "cli/json.h"
#include "cli/table.h"

namespace anchorscope::cli {

namespace {

QStringList heading(Index k)
{
    QStringList cells{"anchors", "queries → index"};
    for (const Metric &metric : metrics())
        cells << QString(metric.label).replace("@K", "@" + QString::number(k));
    return cells;
}

QStringList tableRow(const RetrievalExperimentRow &row)
{
    QStringList cells{rowName(row.method), arrow(sourceOf(row.direction), targetOf(row.direction))};
    if (row.degenerate)
        return cells << "too few anchors"; // they span no space worth searching
    for (const Metric &metric : metrics())
        cells << cell(row.of(metric.score));
    return cells;
}

void addDictionary(const RetrievalExperiment &experiment, Report &report)
{
    if (experiment.dictionary.empty())
        return;
    Table table({"dictionary", "words", "MRR", "P@1", "P@5", "P@10", "CSLS MRR", "CSLS P@1", "CSLS P@5", "CSLS P@10"});
    QJsonArray rows;
    for (const DictionaryRow &row : experiment.dictionary) {
        QJsonObject json = Fields::reported(row);
        json["source"] = sideId(Side::x);
        json["target"] = sideId(Side::y);
        rows.append(json);
        table.add({rowName(row.method), QString::number(row.words), cell(row.mrr), cell(row.pAt1), cell(row.pAt5),
                   cell(row.pAt10), cell(row.cslsMrr), cell(row.cslsPAt1), cell(row.cslsPAt5), cell(row.cslsPAt10)});
    }
    report.json["dictionary"] = rows;
    report.text += '\n' + table.text();
}

} // namespace

Result<Report> measureRetrieval(OptionReader &reader, const QString &data, const RunContext &context)
{
    const auto study = runStudy<RetrievalExperiment>(reader, data, context, sameOptions, runRetrievalExperiment);
    if (!study)
        return study.error();
    const auto &[prepared, options, experiment] = *study;
    Report report = runsReport(prepared, experiment.runs);
    report.warnings.insert(report.warnings.end(), experiment.notes.begin(), experiment.notes.end());
    const bool paired = !prepared.data.pair.pairing.empty();
    if (!paired)
        report.warnings.push_back(experiment.dictionary.empty()
                                      ? "No pairs of items are known, so nothing can be scored."
                                      : "No pairs of items are known, so only the dictionary is scored.");
    const Index k = prepared.options.retrieval.k;
    if (!experiment.rows.empty() && !experiment.rows.front().exact)
        report.warnings.push_back(
            "Used " + std::to_string(experiment.rows.front().queries) +
            " random items as queries, not all of them, and left out CSLS; --exact uses all items.");
    Table table(heading(k));
    for (const RetrievalExperimentRow &row : experiment.rows)
        table.add(tableRow(row));
    report.json["k"] = count(k);
    report.json["rows"] = Fields::reported(experiment.rows);
    report.json["score_anchors"] = prepared.options.retrieval.scoreAnchors;
    report.text = paired || experiment.dictionary.empty() ? table.text() : QString();
    if (!experiment.rows.empty() && experiment.rows.front().leftOut > 0)
        report.text += QString("%1 anchors are candidates but not queries (--score-anchors includes them).\n")
                           .arg(experiment.rows.front().leftOut);
    addDictionary(experiment, report);
    return report;
}

} // namespace anchorscope::cli
