// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/anchorcount.h"
#include "cli/experiments/study.h"
#include "cli/json.h"
#include "cli/table.h"

namespace anchorscope::cli {

namespace {

AnchorCountOptions readAnchorCountOptions(OptionReader &reader, const ExperimentOptions &base)
{
    AnchorCountOptions options;
    options.base = base;
    options.counts = reader.integers("counts", options.counts, 1);
    options.learned = !reader.flag("no-learned");
    options.subset = base.learning.subset.value_or(options.subset);
    if (options.learned)
        reader.note("param-subset", count(options.subset));
    options.samplers = reader.words("samplers", options.samplers);
    return options;
}

QJsonObject curveJson(const AnchorCurve &curve)
{
    QJsonArray points;
    for (const AnchorCurvePoint &point : curve.points) {
        QJsonObject json = repeated(point.value);
        json["anchors"] = count(point.anchors);
        points.append(json);
    }
    return {{"sampler", QString::fromStdString(curve.sampler)},
            {"metric", QString::fromStdString(curve.metric)},
            {"points", points}};
}

} // namespace

Result<Report> countAnchors(OptionReader &reader, const QString &data, const RunContext &context)
{
    const auto study =
        runStudy<AnchorCountExperiment>(reader, data, context, readAnchorCountOptions, runAnchorCountExperiment);
    if (!study)
        return study.error();
    const auto &[prepared, options, experiment] = *study;
    Report report = pairReport(prepared);
    report.json["score_anchors"] = options.base.retrieval.scoreAnchors;
    report.json["subset"] = count(options.subset);
    QJsonArray curves;
    for (const AnchorCurve &curve : experiment.curves)
        curves.append(curveJson(curve));
    report.json["curves"] = curves;
    report.text = Table(resultTable(experiment)).text();
    return report;
}

} // namespace anchorscope::cli
