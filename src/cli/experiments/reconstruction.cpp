// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/reconstruction.h"
#include "cli/experiments/study.h"
#include "cli/json.h"
#include "cli/outputs.h"
#include "cli/table.h"
#include "io/files/pngwriter.h"

namespace anchorscope::cli {

namespace {

Result<ReconstructionOptions> readReconstructionOptions(const QCommandLineParser &parser, const ExperimentOptions &base)
{
    ReconstructionOptions options;
    options.base = base;
    const auto hidden = integerOption(parser, "hidden", options.hidden, 1);
    const auto epochs = integerOption(parser, "epochs", options.training.epochs, 1);
    if (!given(parser, "strip")) {
        if (const Status used = refuse(parser, {"pictures"}, "it is the length of --strip"); !used)
            return used.error();
    }
    const auto pictures = integerOption(parser, "pictures", options.stripItems, 1);
    for (const auto *value : {&hidden, &epochs, &pictures}) {
        if (!*value)
            return value->error();
    }
    options.hidden = *hidden;
    options.training.epochs = static_cast<int>(*epochs);
    options.stripItems = *pictures;
    return options;
}

} // namespace

Result<Report> reconstruct(const QCommandLineParser &parser, const QString &data, const RunContext &context)
{
    const auto study = runStudy<ReconstructionExperiment>(parser, data, context, readReconstructionOptions,
                                                          runReconstructionExperiment);
    if (!study)
        return study.error();
    const auto &[prepared, options, experiment] = *study;
    Report report = runsReport(prepared, experiment.runs);
    report.warnings.insert(report.warnings.end(), experiment.notes.begin(), experiment.notes.end());
    Table table({"representation", "encoder → decoder", "mean squared error"});
    QJsonArray rows;
    for (const ReconstructionRow &row : experiment.rows) {
        rows.append(QJsonObject{{"representation", QString::fromStdString(row.representation)},
                                {"encoder", sideId(row.encoder)},
                                {"decoder", sideId(row.decoder)},
                                {"possible", row.possible},
                                {"mse", repeated(row.mse)}});
        QString error = row.possible ? QString::number(row.mse.mean(), 'f', 4) : cell(row.mse);
        if (row.mse.values.size() > 1)
            error += " ± " + QString::number(row.mse.std(), 'f', 4);
        table.add({rowName(row.representation), arrow(row.encoder, row.decoder), error});
    }
    report.json["train_items"] = count(experiment.trainItems);
    report.json["test_items"] = count(experiment.testItems);
    report.json["rows"] = rows;
    report.json["strip_rows"] = strings(experiment.strip.rows);
    report.text = table.text();
    saveOutput(parser, "strip", report,
               [&](const std::string &path) { return io::savePng(path, study->experiment.strip.picture); });
    return report;
}

} // namespace anchorscope::cli
