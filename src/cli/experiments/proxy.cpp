// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/proxy.h"
#include "cli/experiments/study.h"
#include "cli/json.h"
#include "cli/table.h"
#include "io/text/itemfile.h"

namespace anchorscope::cli {

namespace {

Result<ProxyOptions> readOptions(const QCommandLineParser &parser, const ExperimentOptions &base)
{
    ProxyOptions options{base, textOption(parser, "reference").toStdString()};
    if (given(parser, "accuracies")) {
        auto accuracies = io::readNamedNumbers(filePath(textOption(parser, "accuracies")));
        if (!accuracies)
            return accuracies.error();
        options.accuracies = std::move(*accuracies);
    }
    return options;
}

/// Their lines in the table, too.
QJsonArray pointsJson(const ProxyExperiment &experiment, Table &table)
{
    QJsonArray points;
    for (const ProxyPoint &point : experiment.points) {
        const QString space = QString::fromStdString(point.space);
        points.append(QJsonObject{{"space", space},
                                  {"similarity", number(point.similarity.mean())},
                                  {"similarity_std", number(point.similarity.std())},
                                  {"accuracy", number(point.accuracy.mean())},
                                  {"accuracy_std", number(point.accuracy.std())}});
        table.add({space, cell(point.similarity), cell(point.accuracy)});
    }
    return points;
}

} // namespace

Result<Report> studyProxy(const QCommandLineParser &parser, const QString &data, const RunContext &context)
{
    auto base = readSettings(parser, commandOf(parser).reads, commandOf(parser).repeats);
    if (!base)
        return base.error();
    const auto spaces = openManySpaces(parser, data, context.part(0, 0.05));
    if (!spaces)
        return spaces.error();
    auto resume = resumeFrom<ProxyExperiment>(parser, data, base->repeats);
    if (!resume)
        return resume.error();
    const auto options = readOptions(parser, *base);
    if (!options)
        return options.error();
    std::vector<std::string> warnings;
    const auto experiment =
        runUntilSignal(std::move(*resume), base->repeats, warnings, [&](Resume<ProxyExperiment> from) {
            return runProxyExperiment(*spaces, *options, context.part(0.05, 1), std::move(from));
        });
    if (!experiment)
        return experiment.error();
    base->repeats = experiment->repeats;
    Report report = spacesReport(parser, *base, spaces->front()->size());
    Table table({"space", "similarity to " + QString::fromStdString(experiment->reference), "accuracy"});
    report.json["points"] = pointsJson(*experiment, table);
    report.warnings = warnings;
    report.json["score_anchors"] = base->retrieval.scoreAnchors;
    report.json["accuracies"] = options->accuracies.empty() ? "measured" : "given";
    report.json["reference"] = QString::fromStdString(experiment->reference);
    report.json["pearson"] = number(experiment->pearson);
    report.json["slope"] = number(experiment->slope);
    report.json["intercept"] = number(experiment->intercept);
    report.text = table.text() + QString("Pearson r (without the reference): %1\n").arg(experiment->pearson, 0, 'f', 3);
    return report;
}

} // namespace anchorscope::cli
