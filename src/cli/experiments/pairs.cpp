// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/pairs.h"
#include "cli/experiments/study.h"
#include "cli/json.h"
#include "cli/table.h"

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

} // namespace

Result<Report> comparePairs(const QCommandLineParser &parser, const QString &data, const RunContext &context)
{
    auto options = readExperiment(parser, Purpose::trueAnchors, 1);
    if (!options)
        return options.error();
    const auto spaces = openManySpaces(parser, data, context.part(0, 0.05));
    if (!spaces)
        return spaces.error();
    auto resume = resumeFrom<PairMatrix>(parser, data, options->repeats);
    if (!resume)
        return resume.error();
    std::vector<std::string> warnings;
    const auto matrix = runUntilSignal(std::move(*resume), options->repeats, warnings, [&](Resume<PairMatrix> from) {
        return runPairMatrix(*spaces, *options, context.part(0.05, 1), std::move(from));
    });
    if (!matrix)
        return matrix.error();
    options->repeats = matrix->repeats;
    Report report = spacesReport(*options, spaces->front()->size());
    report.warnings = warnings;
    report.json["spaces"] = strings(matrix->spaces);
    report.json["mrr"] = squareJson(matrix->mrr);
    report.json["accuracy"] = squareJson(matrix->accuracy);
    report.json["cka"] = squareJson(matrix->alignment);
    report.text = squareText("MRR, row → column", matrix->spaces, matrix->mrr) + '\n' +
                  squareText("accuracy, trained on row, tested on column", matrix->spaces, matrix->accuracy) + '\n' +
                  squareText("linear CKA", matrix->spaces, matrix->alignment);
    return report;
}

} // namespace anchorscope::cli
