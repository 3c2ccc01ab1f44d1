// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/retrieval.h"
#include "cli/experiments/study.h"
#include "cli/json.h"
#include "cli/table.h"

namespace anchorscope::cli {

namespace {

void addDictionary(const RetrievalExperiment &experiment, Report &report)
{
    if (experiment.dictionary.empty())
        return;
    QJsonArray rows;
    for (const DictionaryRow &row : experiment.dictionary) {
        QJsonObject json = Fields::reported(row);
        json["source"] = sideId(Side::x);
        json["target"] = sideId(Side::y);
        rows.append(json);
    }
    report.json["dictionary"] = rows;
    report.text += '\n' + Table(dictionaryTable(experiment)).text();
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
    ResultTable table = resultTable(experiment);
    for (ResultColumn &column : table.columns)
        column.title = QString::fromStdString(column.title).replace("@K", "@" + QString::number(k)).toStdString();
    report.json["k"] = count(k);
    report.json["rows"] = Fields::reported(experiment.rows);
    report.json["score_anchors"] = prepared.options.retrieval.scoreAnchors;
    report.text = paired || experiment.dictionary.empty() ? Table(table).text() : QString();
    if (!experiment.rows.empty() && experiment.rows.front().leftOut > 0)
        report.text += QString("%1 anchors are candidates but not queries (--score-anchors includes them).\n")
                           .arg(experiment.rows.front().leftOut);
    addDictionary(experiment, report);
    return report;
}

} // namespace anchorscope::cli
