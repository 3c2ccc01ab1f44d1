// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/experiments/study.h"
#include "cli/json.h"
#include "cli/table.h"

namespace anchorscope::cli {

namespace {

QJsonObject rowJson(const RetrievalExperimentRow &row)
{
    const bool xToY = row.direction == Direction::xToY;
    return {{"method", QString::fromStdString(row.method)},
            {"source", xToY ? "x" : "y"},
            {"target", xToY ? "y" : "x"},
            {"exact", row.exact},
            {"queries", count(row.queries)},
            {"degenerate", row.degenerate},
            {"jaccard", repeated(row.jaccard)},
            {"mrr", repeated(row.mrr)},
            {"mrr_at_k", repeated(row.mrrAtK)},
            {"cosine", repeated(row.cosine)},
            {"p_at_1", repeated(row.pAt1)},
            {"p_at_5", repeated(row.pAt5)},
            {"p_at_10", repeated(row.pAt10)},
            {"csls_mrr", repeated(row.cslsMrr)},
            {"csls_p_at_1", repeated(row.cslsPAt1)}};
}

QStringList tableRow(const RetrievalExperimentRow &row)
{
    const bool xToY = row.direction == Direction::xToY;
    QStringList cells{QString::fromStdString(row.method), arrow(xToY ? 'x' : 'y', xToY ? 'y' : 'x')};
    if (row.degenerate)
        return cells << "too few anchors"; // they span no space worth searching
    for (const Repeated *values : {&row.jaccard, &row.mrr, &row.mrrAtK, &row.cosine, &row.pAt1, &row.pAt5, &row.pAt10,
                                   &row.cslsMrr, &row.cslsPAt1})
        cells << cell(*values);
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
    if (prepared.data.pair.pairing.empty())
        report.warnings.push_back("No pair of items is known, so nothing can be scored.");
    const Index k = prepared.options.retrieval.k;
    if (!experiment.rows.empty() && !experiment.rows.front().exact)
        report.warnings.push_back("Asked for " + std::to_string(experiment.rows.front().queries) +
                                  " random items, not for all, and without CSLS; --exact asks for all.");
    Table table({"anchors", "direction", QString("Jaccard@%1").arg(k), "MRR", QString("MRR@%1").arg(k), "cosine", "P@1",
                 "P@5", "P@10", "CSLS MRR", "CSLS P@1"});
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
