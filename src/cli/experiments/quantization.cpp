// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/quantization.h"
#include "cli/experiments/study.h"
#include "cli/json.h"
#include "cli/table.h"

namespace anchorscope::cli {

namespace {

QuantizationOptions readQuantizationOptions(OptionReader &reader, const ExperimentOptions &base)
{
    QuantizationOptions options;
    options.base = base;
    options.linkage = reader.choice("linkage", {"average", "ward"}) == "ward" ? Linkage::ward : Linkage::average;
    options.thresholds = reader.numbers("thresholds", options.chosenThresholds(), 0, 1e6);
    return options;
}

} // namespace

Result<Report> studyQuantization(OptionReader &reader, const QString &data, const RunContext &context)
{
    const auto study =
        runStudy<QuantizationExperiment>(reader, data, context, readQuantizationOptions, runQuantizationExperiment);
    if (!study)
        return study.error();
    const auto &[prepared, options, experiment] = *study;
    Report report = pairReport(prepared);
    report.json["score_anchors"] = options.base.retrieval.scoreAnchors;
    report.json["linkage"] = linkageId(options.linkage);
    report.json["points"] = Fields::reported(experiment.points);
    report.text = Table(resultTable(experiment)).text();
    return report;
}

} // namespace anchorscope::cli
