// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/experiments/checkpoint.h"
#include "cli/experiments/prepared.h"
#include "cli/json.h"
#include "cli/table.h"
#include "core/experiments/quantization.h"

namespace anchorscope::cli {

Result<Report> studyQuantization(const QCommandLineParser &parser, const QString &data, const RunContext &context)
{
    const auto prepared =
        prepareExperiment(parser, data, Purpose::trueAnchors, experimentRepeats, context.part(0, 0.05));
    if (!prepared)
        return prepared.error();
    QuantizationOptions options;
    options.base = prepared->options;
    const auto thresholds = numbersOption(parser, "thresholds", options.thresholds);
    if (!thresholds)
        return thresholds.error();
    options.thresholds = *thresholds;
    auto resume = resumeFrom<QuantizationExperiment>(parser, data, prepared->options.repeats);
    if (!resume)
        return resume.error();
    const io::SpacePair &pair = prepared->data.pair;
    const auto experiment = runQuantizationExperiment(*pair.x, *pair.y, pair.pairing, options, context.part(0.05, 1), std::move(*resume));
    if (!experiment)
        return experiment.error();
    Report report = pairReport(*prepared);
    Table table({"threshold", "clusters in X", "clusters in Y", "distance"});
    QJsonArray points;
    for (const QuantizationPoint &point : experiment->points) {
        QJsonObject json{{"threshold", point.threshold},
                         {"clusters_x", count(point.clustersOfX)},
                         {"clusters_y", count(point.clustersOfY)},
                         {"distance", repeated(point.distance)}};
        points.append(json);
        table.add({QString::number(point.threshold), QString::number(point.clustersOfX),
                   QString::number(point.clustersOfY), cell(point.distance)});
    }
    report.json["points"] = points;
    report.text = table.text();
    return report;
}

} // namespace anchorscope::cli
