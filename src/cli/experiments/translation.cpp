// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/translation.h"
#include "cli/experiments/study.h"
#include "cli/json.h"
#include "cli/scoring.h"
#include "cli/table.h"

namespace anchorscope::cli {

namespace {

TranslationOptions readTranslationOptions(OptionReader &reader, const ExperimentOptions &base)
{
    TranslationOptions options;
    options.base = base;
    const auto omegas = reader.integers("omegas", {options.omegas.begin(), options.omegas.end()}, 1, 10000);
    options.omegas.assign(omegas.begin(), omegas.end());
    options.deltas = reader.numbers("deltas", options.deltas, 0, 1);
    options.norms = reader.numbers("norms", options.norms, -anyNumber, anyNumber);
    reader.readAll(options);
    options.completion = readCompletion(reader).value_or(options.completion);
    return options;
}

QJsonValue meanJson(const Repeated &values)
{
    return values.empty() ? QJsonValue() : number(values.mean());
}

QJsonArray gridJson(const TranslationExperiment &experiment)
{
    QJsonArray grid;
    for (const TranslationCell &each : experiment.grid)
        grid.append(QJsonObject{{"source", sideId(each.source)},
                                {"target", sideId(each.target)},
                                {"omega", each.omega},
                                {"delta", each.delta},
                                {"cosine", meanJson(each.cosine)},
                                {"cosine_std", each.cosine.empty() ? QJsonValue() : number(each.cosine.std())},
                                {"condition_number", meanJson(each.conditionNumber)},
                                {"anchors_kept", meanJson(each.anchorsKept)},
                                {"accuracy", meanJson(each.accuracy)},
                                {"accuracy_std", each.accuracy.empty() ? QJsonValue() : number(each.accuracy.std())}});
    return grid;
}

QJsonArray normsJson(const TranslationExperiment &experiment)
{
    QJsonArray norms;
    for (const NormHistogram &histogram : experiment.norms) {
        QJsonArray edges, counts;
        for (const double edge : histogram.edges)
            edges.append(edge);
        for (const Index items : histogram.counts)
            counts.append(count(items));
        norms.append(QJsonObject{{"space", sideId(histogram.space)},
                                 {"mean", histogram.mean},
                                 {"std", histogram.deviation},
                                 {"edges", edges},
                                 {"counts", counts}});
    }
    return norms;
}

QJsonArray correlationsJson(const TranslationExperiment &experiment)
{
    QJsonArray correlations;
    for (const TranslationCorrelations &each : translationCorrelations(experiment))
        correlations.append(QJsonObject{{"source", sideId(each.source)},
                                        {"target", sideId(each.target)},
                                        {"cosine_accuracy", number(each.cosineAccuracy)},
                                        {"condition_cosine", number(each.conditionCosine)},
                                        {"kept_cosine", number(each.keptCosine)}});
    return correlations;
}

QString tables(const TranslationExperiment &experiment)
{
    Table grid({"source → target", "omega", "delta", "cosine", "condition number", "anchors kept", "accuracy"});
    for (const TranslationCell &each : experiment.grid)
        grid.add({QString::fromStdString(arrowName(each.source, each.target)), QString::number(each.omega),
                  QString::number(each.delta), cell(each.cosine), cell(each.conditionNumber), cell(each.anchorsKept),
                  cell(each.accuracy)});
    Table scale({"head", "of", "norm of the rows", "own rows", "translated rows"});
    for (const ScalePoint &point : experiment.scale)
        scale.add({QString::fromStdString(point.head), sideLabel(point.target), QString::number(point.norm),
                   cell(point.own), cell(point.translated)});
    Table norms({"space", "mean norm", "deviation"});
    for (const NormHistogram &histogram : experiment.norms)
        norms.add({sideLabel(histogram.space), QString::number(histogram.mean, 'g', 4),
                   QString::number(histogram.deviation, 'g', 4)});
    return grid.text() + '\n' + Table(resultTable(experiment)).text() + '\n' + scale.text() + '\n' + norms.text();
}

} // namespace

Result<Report> studyTranslation(OptionReader &reader, const QString &data, const RunContext &context)
{
    const auto study =
        runStudy<TranslationExperiment>(reader, data, context, readTranslationOptions, runTranslationExperiment);
    if (!study)
        return study.error();
    const auto &[prepared, options, experiment] = *study;
    Report report = pairReport(prepared);
    report.json["cutoff"] = options.cutoff;
    report.json["head"] = QString::fromStdString(options.base.stitching.head);
    report.json["completion"] = completionId(options.completion);
    report.json["statistics"] = statisticsId(options.statistics);
    report.json["score_anchors"] = options.base.retrieval.scoreAnchors;
    report.json["grid"] = gridJson(experiment);
    report.json["correlations"] = correlationsJson(experiment);
    report.json["rivals"] = Fields::reported(experiment.rivals);
    report.json["scale_invariance"] = Fields::reported(experiment.scale);
    report.json["norms"] = normsJson(experiment);
    report.text = tables(experiment);
    return report;
}

} // namespace anchorscope::cli
