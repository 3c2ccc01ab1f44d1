// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/weakencoder.h"
#include "cli/experiments/study.h"
#include "cli/json.h"
#include "cli/table.h"

namespace anchorscope::cli {

Result<Report> compareEncoders(OptionReader &reader, const QString &data, const RunContext &context)
{
    const auto study = runStudy<WeakEncoderExperiment>(reader, data, context, sameOptions, runWeakEncoderExperiment);
    if (!study)
        return study.error();
    const auto &[prepared, options, experiment] = *study;
    Report report = pairReport(prepared);
    QJsonArray rows;
    for (const WeakEncoderRow &row : experiment.rows) {
        QJsonObject json = Fields::reported(row);
        json["encoder"] = sideId(row.tested());
        if (row.gain.empty())
            json["gain"] = QJsonValue();
        rows.append(json);
    }
    const QString sentence = QString::fromStdString(weakEncoderSentence(experiment));
    report.json["classes"] = strings(experiment.classes);
    report.json["train_items"] = count(experiment.trainItems);
    report.json["test_items"] = count(experiment.testItems);
    report.json["rows"] = rows;
    report.json["sentence"] = sentence;
    report.text = Table(resultTable(experiment)).text() + sentence + '\n';
    return report;
}

} // namespace anchorscope::cli
