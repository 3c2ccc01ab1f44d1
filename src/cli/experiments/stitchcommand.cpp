// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/experiments/checkpoint.h"
#include "cli/experiments/prepared.h"
#include "cli/json.h"
#include "cli/table.h"

namespace anchorscope::cli {

namespace {

QJsonObject rowJson(const StitchExperimentRow &row)
{
    return {{"representation", QString::fromStdString(row.representation)},
            {"train_space", spaceName(row.trainSpace)},
            {"test_space", spaceName(row.testSpace)},
            {"possible", row.possible},
            {"accuracy", repeated(row.accuracy)},
            {"weighted_f1", repeated(row.weightedF1)},
            {"macro_f1", repeated(row.macroF1)},
            {"mae", repeated(row.mae)},
            {"confusion", row.possible ? QJsonValue(matrix(row.confusion)) : QJsonValue()}};
}

Result<Report> runStitching(const QCommandLineParser &parser, const QString &data, int repeats,
                            const RunContext &context)
{
    const auto prepared = prepareExperiment(parser, data, Purpose::stitching, repeats, context.part(0, 0.05));
    if (!prepared)
        return prepared.error();
    auto resume = resumeFrom<StitchExperiment>(parser, data, prepared->options.repeats);
    if (!resume)
        return resume.error();
    const io::SpacePair &pair = prepared->data.pair;
    const auto experiment =
        runStitchExperiment(*pair.x, *pair.y, pair.pairing, prepared->options, context.part(0.05, 1), std::move(*resume));
    if (!experiment)
        return experiment.error();
    Report report = runsReport(*prepared, experiment->runs);
    Table table({"representation", "train → test", "accuracy", "weighted F1", "macro F1", "MAE"});
    QJsonArray rows;
    for (const StitchExperimentRow &row : experiment->rows) {
        rows.append(rowJson(row));
        table.add({QString::fromStdString(row.representation),
                   arrow(row.trainSpace, row.testSpace), cell(row.accuracy), cell(row.weightedF1),
                   cell(row.macroF1), cell(row.mae)});
    }
    report.json["classes"] = strings(experiment->classes);
    report.json["train_items"] = count(experiment->trainItems);
    report.json["test_items"] = count(experiment->testItems);
    report.json["head"] = QString::fromStdString(prepared->options.stitching.head);
    report.json["head_input"] = headInputId(prepared->options.stitching.input);
    report.json["rows"] = rows;
    report.text = table.text();
    return report;
}

} // namespace

Result<Report> stitchOnce(const QCommandLineParser &parser, const QString &data, const RunContext &context)
{
    return runStitching(parser, data, 1, context);
}

Result<Report> stitchRepeatedly(const QCommandLineParser &parser, const QString &data, const RunContext &context)
{
    return runStitching(parser, data, experimentRepeats, context);
}

} // namespace anchorscope::cli
