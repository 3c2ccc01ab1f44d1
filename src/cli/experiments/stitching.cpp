// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/stitching.h"
#include "cli/experiments/study.h"
#include "cli/json.h"
#include "cli/table.h"

namespace anchorscope::cli {

namespace {

QJsonObject rowJson(const StitchExperimentRow &row)
{
    QJsonObject json = Fields::reported(row);
    json["train_space"] = json.take("train");
    json["test_space"] = json.take("test");
    if (!row.possible)
        json["confusion"] = QJsonValue();
    return json;
}

} // namespace

Result<Report> measureStitching(OptionReader &reader, const QString &data, const RunContext &context)
{
    const auto study = runStudy<StitchExperiment>(reader, data, context, sameOptions, runStitchExperiment);
    if (!study)
        return study.error();
    const auto &[prepared, options, experiment] = *study;
    Report report = runsReport(prepared, experiment.runs);
    report.warnings.insert(report.warnings.end(), experiment.notes.begin(), experiment.notes.end());
    QJsonArray rows;
    for (const StitchExperimentRow &row : experiment.rows)
        rows.append(rowJson(row));
    report.json["classes"] = strings(experiment.classes);
    report.json["train_items"] = count(experiment.trainItems);
    report.json["test_items"] = count(experiment.testItems);
    report.json["head"] = QString::fromStdString(prepared.options.stitching.head);
    report.json["head_input"] = headInputId(prepared.options.stitching.input);
    report.json["rows"] = rows;
    report.text = Table(resultTable(experiment)).text();
    return report;
}

} // namespace anchorscope::cli
