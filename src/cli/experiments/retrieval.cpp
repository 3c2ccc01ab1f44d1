// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/retrieval.h"
#include "cli/experiments/study.h"
#include "cli/json.h"
#include "cli/table.h"

namespace anchorscope::cli {

namespace {

QJsonObject rowJson(const RetrievalExperimentRow &row)
{
    QJsonObject json{{"method", QString::fromStdString(row.method)},
                     {"source", sideId(sourceOf(row.direction))},
                     {"target", sideId(targetOf(row.direction))},
                     {"exact", row.exact},
                     {"queries", count(row.queries)},
                     {"degenerate", row.degenerate}};
    for (const Metric &metric : metrics())
        json[metric.id] = repeated(row.of(metric.score));
    return json;
}

QStringList heading(Index k)
{
    QStringList cells{"anchors", "direction"};
    for (const Metric &metric : metrics())
        cells << QString(metric.label).replace("@K", "@" + QString::number(k));
    return cells;
}

QStringList tableRow(const RetrievalExperimentRow &row)
{
    QStringList cells{QString::fromStdString(row.method), arrow(sourceOf(row.direction), targetOf(row.direction))};
    if (row.degenerate)
        return cells << "too few anchors"; // they span no space worth searching
    for (const Metric &metric : metrics())
        cells << cell(row.of(metric.score));
    return cells;
}

Result<Report> runRetrieval(const QCommandLineParser &parser, const QString &data, int repeats,
                            const RunContext &context)
{
    const auto study = runStudy<RetrievalExperiment>(parser, data, Purpose::retrieval, repeats, context, sameOptions,
                                                     runRetrievalExperiment);
    if (!study)
        return study.error();
    const auto &[prepared, options, experiment] = *study;
    Report report = runsReport(prepared, experiment.runs);
    report.warnings.insert(report.warnings.end(), experiment.notes.begin(), experiment.notes.end());
    if (prepared.data.pair.pairing.empty())
        report.warnings.push_back("No pair of items is known, so nothing can be scored.");
    const Index k = prepared.options.retrieval.k;
    if (!experiment.rows.empty() && !experiment.rows.front().exact)
        report.warnings.push_back("Asked for " + std::to_string(experiment.rows.front().queries) +
                                  " random items, not for all, and without CSLS; --exact asks for all.");
    Table table(heading(k));
    QJsonArray rows;
    for (const RetrievalExperimentRow &row : experiment.rows) {
        rows.append(rowJson(row));
        table.add(tableRow(row));
    }
    report.json["k"] = count(k);
    report.json["rows"] = rows;
    report.text = table.text();
    return report;
}

} // namespace

Result<Report> retrieveOnce(const QCommandLineParser &parser, const QString &data, const RunContext &context)
{
    return runRetrieval(parser, data, 1, context);
}

Result<Report> retrieveRepeatedly(const QCommandLineParser &parser, const QString &data, const RunContext &context)
{
    return runRetrieval(parser, data, experimentRepeats, context);
}

} // namespace anchorscope::cli
