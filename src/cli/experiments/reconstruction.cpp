// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/reconstruction.h"
#include "cli/experiments/study.h"
#include "cli/json.h"
#include "cli/outputs.h"
#include "cli/table.h"
#include "io/files/pngwriter.h"

namespace anchorscope::cli {

namespace {

ReconstructionOptions readReconstructionOptions(OptionReader &reader, const ExperimentOptions &base)
{
    ReconstructionOptions options;
    options.base = base;
    options.hidden = reader.integer("hidden", options.hidden, 1, 65536);
    options.training.epochs = static_cast<int>(reader.integer("epochs", options.training.epochs, 1, 1e6));
    reader.uses("pictures", reader.has("strip"), "it is the length of --strip");
    options.stripItems = reader.integer("pictures", options.stripItems, 1, 1000);
    return options;
}

} // namespace

Result<Report> reconstruct(OptionReader &reader, const QString &data, const RunContext &context)
{
    const auto study = runStudy<ReconstructionExperiment>(reader, data, context, readReconstructionOptions,
                                                          runReconstructionExperiment);
    if (!study)
        return study.error();
    const auto &[prepared, options, experiment] = *study;
    Report report = runsReport(prepared, experiment.runs);
    report.warnings.insert(report.warnings.end(), experiment.notes.begin(), experiment.notes.end());
    report.json["train_items"] = count(experiment.trainItems);
    report.json["test_items"] = count(experiment.testItems);
    report.json["rows"] = Fields::reported(experiment.rows);
    report.json["strip_rows"] = strings(experiment.strip.rows);
    report.text = Table(resultTable(experiment)).text();
    saveOutput(reader, "strip", report,
               [&](const std::string &path) { return io::savePng(path, study->experiment.strip.picture); });
    return report;
}

} // namespace anchorscope::cli
