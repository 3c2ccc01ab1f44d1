// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/proxy.h"
#include "cli/experiments/study.h"
#include "cli/json.h"
#include "cli/table.h"
#include "io/dataset/userannotations.h"

#include <cmath>

namespace anchorscope::cli {

namespace {

ProxyOptions readProxyOptions(OptionReader &reader, const ExperimentOptions &base)
{
    ProxyOptions options{base, reader.text("reference").toStdString()};
    if (reader.has("accuracies")) {
        auto accuracies = io::readAccuracies(filePath(reader.text("accuracies")));
        if (accuracies)
            options.accuracies = std::move(*accuracies);
        else
            reader.keep(accuracies.error());
    }
    options.groups = reader.flag("groups");
    options.minAccuracy = reader.number("least-accuracy", options.minAccuracy, -1e9, 1e9);
    return options;
}

QJsonArray pointsJson(const ProxyExperiment &experiment)
{
    QJsonArray points;
    for (const ProxyPoint &point : experiment.points) {
        points.append(QJsonObject{{"space", QString::fromStdString(point.space)},
                                  {"similarity", number(point.similarity.mean())},
                                  {"similarity_std", number(point.similarity.std())},
                                  {"accuracy", number(point.accuracy.mean())},
                                  {"accuracy_std", number(point.accuracy.std())}});
    }
    return points;
}

QJsonArray groupsJson(const ProxyExperiment &experiment, Table &table)
{
    QJsonArray groups;
    for (const ProxyGroup &group : experiment.groups) {
        const QString name = QString::fromStdString(group.name);
        groups.append(QJsonObject{{"group", name},
                                  {"spaces", count(group.spaces)},
                                  {"pearson", number(group.pearson)},
                                  {"kept", group.kept}});
        table.add({name, QString::number(group.spaces),
                   std::isfinite(group.pearson) ? QString::number(group.pearson, 'f', 3) : "-",
                   group.kept ? "yes" : "no"});
    }
    return groups;
}

/// Correlations below the table of spaces.
void addCorrelations(const ProxyExperiment &experiment, const ProxyOptions &options, Report &report)
{
    Table table({"group", "spaces", "Pearson r", "kept"});
    report.json["groups"] = options.groups ? QJsonValue(groupsJson(experiment, table)) : QJsonValue();
    report.json["mean_pearson"] = options.groups ? number(experiment.meanPearson) : QJsonValue();
    report.json["pearson"] = number(experiment.pearson);
    report.json["slope"] = number(experiment.slope);
    report.json["intercept"] = number(experiment.intercept);
    if (options.groups)
        report.text += '\n' + table.text() + QString("mean of the groups: %1\n").arg(experiment.meanPearson, 0, 'f', 3);
    report.text += QString("Pearson r (without the reference): %1\n").arg(experiment.pearson, 0, 'f', 3);
}

} // namespace

Result<Report> studyProxy(OptionReader &reader, const QString &data, const RunContext &context)
{
    auto base = readSettings(reader, commandOf(reader).reads, commandOf(reader).repeats);
    if (!base)
        return base.error();
    const auto spaces = openManySpaces(reader, data, context.part(0, 0.05));
    if (!spaces)
        return spaces.error();
    auto resume = resumeFrom<ProxyExperiment>(reader, data, base->repeats, context.communicator);
    if (!resume)
        return resume.error();
    const ProxyOptions options = readProxyOptions(reader, *base);
    if (const Status read = reader.status(); !read)
        return read.error();
    std::vector<std::string> warnings;
    const auto experiment =
        runUntilSignal(std::move(*resume), base->repeats, warnings, [&](Resume<ProxyExperiment> from) {
            return runProxyExperiment(*spaces, options, context.part(0.05, 1), std::move(from));
        });
    if (!experiment)
        return experiment.error();
    base->repeats = experiment->repeats;
    Report report = spacesReport(reader, *base, spaces->front()->size());
    report.json["points"] = pointsJson(*experiment);
    report.warnings = warnings;
    report.json["score_anchors"] = base->retrieval.scoreAnchors;
    report.json["accuracies"] = options.accuracies.empty() ? "measured" : "given";
    report.json["reference"] = QString::fromStdString(experiment->reference);
    report.text = Table(resultTable(*experiment)).text();
    addCorrelations(*experiment, options, report);
    return report;
}

} // namespace anchorscope::cli
