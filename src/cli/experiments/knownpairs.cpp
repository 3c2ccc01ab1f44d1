// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/knownpairs.h"
#include "cli/experiments/study.h"
#include "cli/json.h"
#include "cli/table.h"

#include <utility>

namespace anchorscope::cli {

namespace {

/// The seeds of --session as the known pairs; the rest of its run is not read.
Status takeSeeds(OptionReader &reader, ProtocolOptions &protocol)
{
    const auto run = std::exchange(protocol.given, std::nullopt);
    for (std::size_t s = 0; s < run->anchors.seedsOfY.size(); ++s)
        protocol.seedPairs.push_back({.x = run->anchors.itemsOfX[s], .y = run->anchors.seedsOfY[s]});
    protocol.optimize = {};
    for (const auto &[name, value] :
         {std::pair("method", &protocol.optimize.method), std::pair("start", &protocol.optimize.start)}) {
        if (reader.has(name))
            *value = reader.value(name).toStdString();
    }
    return protocol.seedPairs.empty()
               ? Status(Error(ErrorCode::noSeeds, "Expected a session with seeds, found none in its run."))
               : Done{};
}

KnownPairsOptions readKnownPairsOptions(OptionReader &reader, const ExperimentOptions &base)
{
    KnownPairsOptions options;
    options.base = base;
    if (base.protocol.given)
        reader.keep(takeSeeds(reader, options.base.protocol));
    options.pairs = reader.integer("pairs", options.pairs, fewestKnownPairs);
    options.counts = reader.integers("counts", options.counts, 1);
    return options;
}

/// The ends of the interval stand beside the other members of the point.
template <class Point> QJsonObject pointJson(const Point &point)
{
    QJsonObject json = Fields::reported(point);
    const QJsonObject share = json.take("share").toObject();
    json["low"] = share["low"];
    json["high"] = share["high"];
    return json;
}

QJsonValue extrapolatedJson(const std::vector<ExtrapolatedPoint> &points)
{
    QJsonArray array;
    for (const ExtrapolatedPoint &point : points) {
        QJsonObject json = pointJson(point);
        json["found"] = number(point.share.value);
        array.append(json);
    }
    return array.isEmpty() ? QJsonValue() : array;
}

} // namespace

Result<Report> countKnownPairs(OptionReader &reader, const QString &data, const RunContext &context)
{
    const auto study =
        runStudy<KnownPairsExperiment>(reader, data, context, readKnownPairsOptions, runKnownPairsExperiment);
    if (!study)
        return study.error();
    const auto &[prepared, options, experiment] = *study;
    Report report = pairReport(prepared);
    report.json["method"] = QString::fromStdString(options.base.protocol.optimize.method);
    QJsonArray points;
    for (const KnownPairsPoint &point : experiment.points)
        points.append(pointJson(point));
    const std::string sentence = knownPairsSentence(experiment);
    report.json["known_pairs"] = count(experiment.knownPairs);
    report.json["points"] = points;
    report.json["extrapolated"] = extrapolatedJson(experiment.extrapolated);
    report.json["sentence"] = QString::fromStdString(sentence);
    report.text = Table(resultTable(experiment)).text() + QString::fromStdString(sentence) + '\n';
    return report;
}

} // namespace anchorscope::cli
