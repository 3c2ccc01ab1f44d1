// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/pairs.h"
#include "cli/experiments/study.h"
#include "cli/json.h"
#include "cli/table.h"

namespace anchorscope::cli {

namespace {

/// " ± 0.010", or nothing.
QString spread(double deviation)
{
    return deviation > 0 ? " ± " + QString::number(deviation, 'f', 3) : QString();
}

QString shareText(double share)
{
    return std::isfinite(share) ? QString::number(share, 'f', 3) : QString(QChar(0x2013));
}

QString squareText(const QString &title, const std::vector<std::string> &spaces, const Eigen::MatrixXd &values,
                   const Eigen::MatrixXd &deviation)
{
    QStringList heading{title};
    for (const std::string &space : spaces)
        heading << QString::fromStdString(space);
    Table table(heading);
    for (Eigen::Index i = 0; i < values.rows(); ++i) {
        QStringList cells{heading[i + 1]};
        for (Eigen::Index j = 0; j < values.cols(); ++j)
            cells << shareText(values(i, j)) + (std::isfinite(values(i, j)) ? spread(deviation(i, j)) : QString());
        table.add(cells);
    }
    return table.text();
}

/// What runs from few pairs found, as JSON and as a table.
QJsonArray verdictsJson(const PairMatrix &matrix, Table &table)
{
    QJsonArray verdicts;
    for (const PairVerdict &verdict : matrix.verdicts) {
        const QString x = QString::fromStdString(matrix.spaces[static_cast<std::size_t>(verdict.x)]);
        const QString y = QString::fromStdString(matrix.spaces[static_cast<std::size_t>(verdict.y)]);
        const QString alignment = QString::fromStdString(verdict.alignment);
        verdicts.append(QJsonObject{{"x", x},
                                    {"y", y},
                                    {"verdict", alignment},
                                    {"estimated_right", number(verdict.estimate)},
                                    {"right", number(verdict.correct)}});
        table.add({x, y, alignment, shareText(verdict.estimate), shareText(verdict.correct)});
    }
    return verdicts;
}

/// All tables, as JSON and as text.
void addTables(const PairMatrix &matrix, bool judged, Report &report)
{
    QJsonArray tables;
    for (const PairTable &table : matrix.tables) {
        const Eigen::MatrixXd deviation = table.deviation(matrix.repeats);
        tables.append(QJsonObject{{"method", QString::fromStdString(table.method)},
                                  {"metric", QString::fromStdString(table.metric)},
                                  {"mean", matrixJson(table.mean)},
                                  {"std", matrixJson(deviation)}});
        if (!table.mean.array().isNaN().all())
            report.text += squareText(rowName(table.method) + ", " + QString::fromStdString(table.metric) +
                                          (table.metric == "mrr" ? " (rows: queries, columns: index)"
                                                                 : " (rows: classifier, columns: vectors)"),
                                      matrix.spaces, table.mean, deviation) +
                           '\n';
    }
    report.json["tables"] = tables;
    const Eigen::MatrixXd none = Eigen::MatrixXd::Zero(matrix.alignment.rows(), matrix.alignment.cols());
    report.text += squareText("linear CKA", matrix.spaces, matrix.alignment, none) + '\n';
    report.text += squareText("mutual 10-NN", matrix.spaces, matrix.neighbours, none);
    Table verdicts({"X", "Y", "verdict", "estimated correct", "correct"});
    report.json["verdicts"] = judged ? QJsonValue(verdictsJson(matrix, verdicts)) : QJsonValue();
    if (judged)
        report.text += '\n' + verdicts.text();
}

} // namespace

Result<Report> comparePairs(OptionReader &reader, const QString &data, const RunContext &context)
{
    auto options = readSettings(reader, commandOf(reader).reads, commandOf(reader).repeats);
    if (!options)
        return options.error();
    const auto spaces = openManySpaces(reader, data, context.part(0, 0.05));
    if (!spaces)
        return spaces.error();
    auto resume = resumeFrom<PairMatrix>(reader, data, options->repeats, context.communicator);
    if (!resume)
        return resume.error();
    std::vector<std::string> warnings;
    PairsOptions study{*options};
    study.verdictSeeds = reader.integer("verdicts", study.verdictSeeds, 1);
    if (const Status read = reader.status(); !read)
        return read.error();
    const auto matrix = runUntilSignal(std::move(*resume), options->repeats, warnings, [&](Resume<PairMatrix> from) {
        return runPairMatrix(*spaces, study, context.part(0.05, 1), std::move(from));
    });
    if (!matrix)
        return matrix.error();
    options->repeats = matrix->repeats;
    Report report = spacesReport(reader, *options, spaces->front()->size());
    report.warnings = warnings;
    report.json["spaces"] = strings(matrix->spaces);
    report.json["score_anchors"] = options->retrieval.scoreAnchors;
    report.json["mrr"] = matrixJson(matrix->table("GT", "mrr").mean);
    report.json["accuracy"] = matrixJson(matrix->table("GT", "accuracy").mean);
    report.json["cka"] = matrixJson(matrix->alignment);
    report.json["mutual_knn"] = matrixJson(matrix->neighbours);
    addTables(*matrix, study.verdictSeeds > 0, report);
    return report;
}

} // namespace anchorscope::cli
