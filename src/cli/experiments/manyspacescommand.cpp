// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/experiments/checkpoint.h"
#include "cli/experiments/prepared.h"
#include "cli/json.h"
#include "cli/table.h"
#include "core/experiments/pairs.h"
#include "core/experiments/proxy.h"

namespace anchorscope::cli {

namespace {

QJsonArray squareJson(const Eigen::MatrixXd &values)
{
    QJsonArray rows;
    for (Eigen::Index i = 0; i < values.rows(); ++i) {
        QJsonArray row;
        for (Eigen::Index j = 0; j < values.cols(); ++j)
            row.append(number(values(i, j)));
        rows.append(row);
    }
    return rows;
}

QString squareText(const QString &title, const std::vector<std::string> &spaces, const Eigen::MatrixXd &values)
{
    QStringList heading{title};
    for (const std::string &space : spaces)
        heading << QString::fromStdString(space);
    Table table(heading);
    for (Eigen::Index i = 0; i < values.rows(); ++i) {
        QStringList cells{heading[i + 1]};
        for (Eigen::Index j = 0; j < values.cols(); ++j)
            cells << cell(std::isfinite(values(i, j)) ? Repeated{{values(i, j)}} : Repeated{});
        table.add(cells);
    }
    return table.text();
}

Report manyReport(const ExperimentOptions &options, Index items)
{
    Report report{protocolJson(options.protocol, options.firstSeed), {}, {}};
    report.json["items"] = count(items);
    report.json["repeats"] = options.repeats;
    return report;
}

} // namespace

Result<Report> comparePairs(const QCommandLineParser &parser, const QString &data, const RunContext &context)
{
    const auto options = readExperiment(parser, Purpose::trueAnchors, 1);
    if (!options)
        return options.error();
    const auto spaces = openManySpaces(parser, data, context.part(0, 0.05));
    if (!spaces)
        return spaces.error();
    auto resume = resumeFrom<PairMatrix>(parser, data, options->repeats);
    if (!resume)
        return resume.error();
    const auto matrix = runPairMatrix(*spaces, *options, context.part(0.05, 1), std::move(*resume));
    if (!matrix)
        return matrix.error();
    Report report = manyReport(*options, spaces->front()->size());
    report.json["spaces"] = strings(matrix->spaces);
    report.json["mrr"] = squareJson(matrix->mrr);
    report.json["accuracy"] = squareJson(matrix->accuracy);
    report.json["cka"] = squareJson(matrix->alignment);
    report.text = squareText("MRR, row → column", matrix->spaces, matrix->mrr) + '\n' +
                  squareText("accuracy, trained on row, tested on column", matrix->spaces, matrix->accuracy) + '\n' +
                  squareText("linear CKA", matrix->spaces, matrix->alignment);
    return report;
}

Result<Report> studyProxy(const QCommandLineParser &parser, const QString &data, const RunContext &context)
{
    const auto base = readExperiment(parser, Purpose::trueAnchors, experimentRepeats);
    if (!base)
        return base.error();
    const auto spaces = openManySpaces(parser, data, context.part(0, 0.05));
    if (!spaces)
        return spaces.error();
    auto resume = resumeFrom<ProxyExperiment>(parser, data, base->repeats);
    if (!resume)
        return resume.error();
    const auto experiment = runProxyExperiment(*spaces, {*base, parser.value("reference").toStdString()},
                                               context.part(0.05, 1), std::move(*resume));
    if (!experiment)
        return experiment.error();
    Report report = manyReport(*base, spaces->front()->size());
    Table table({"space", "similarity to " + QString::fromStdString(experiment->reference), "accuracy"});
    QJsonArray points;
    for (const ProxyPoint &point : experiment->points) {
        const QString space = QString::fromStdString(point.space);
        points.append(QJsonObject{{"space", space},
                                  {"similarity", number(point.similarity.mean())},
                                  {"similarity_std", number(point.similarity.std())},
                                  {"accuracy", number(point.accuracy.mean())},
                                  {"accuracy_std", number(point.accuracy.std())}});
        table.add({space, cell(point.similarity), cell(point.accuracy)});
    }
    report.json["reference"] = QString::fromStdString(experiment->reference);
    report.json["points"] = points;
    report.json["pearson"] = number(experiment->pearson);
    report.json["slope"] = number(experiment->slope);
    report.json["intercept"] = number(experiment->intercept);
    report.text = table.text() + QString("Pearson r (without the reference): %1\n").arg(experiment->pearson, 0, 'f', 3);
    return report;
}

} // namespace anchorscope::cli
