// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"
#include "cli/data.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/sessionrun.h"
#include "cli/table.h"

namespace anchorscope::cli {

namespace {

constexpr int experimentRepeats = 5;

const char *spaceName(char space)
{
    return space == 'x' ? "x" : "y";
}

QString arrow(const char *from, const char *to)
{
    return QString(from).toUpper() + " → " + QString(to).toUpper();
}

/// What retrieval and stitching have in common before they run.
struct Prepared
{
    ExperimentOptions options;
    PairedData data;
};

Result<Prepared> prepareExperiment(const QCommandLineParser &parser, const QString &data, Purpose purpose, int repeats,
                                   const RunContext &context)
{
    auto options = readExperiment(parser, purpose, repeats);
    if (!options)
        return options.error();
    auto opened = openPairedData(parser, data, context);
    if (!opened)
        return opened.error();
    options->protocol.seedPairs = opened->seedPairs;
    if (given(parser, "session")) {
        const Status used = useSession(filePath(parser.value("session")), *opened, options->protocol, context);
        if (!used)
            return used.error();
    }
    return Prepared{std::move(*options), std::move(*opened)};
}

/// The keys that both have in common, and warnings about runs that did not end well.
Report commonReport(const Prepared &prepared, const std::vector<ProtocolRun> &runs)
{
    Report report{protocolJson(prepared.options.protocol, prepared.options.firstSeed), {}, prepared.data.pair.warnings};
    report.json["items"] = count(prepared.data.pair.x->size());
    report.json["items_y"] = count(prepared.data.pair.y->size());
    report.json["repeats"] = prepared.options.repeats;
    QJsonArray all;
    for (const ProtocolRun &run : runs) {
        all.append(runJson(run));
        const bool ended = run.summary.termination == Termination::converged ||
                           run.summary.termination == Termination::iterationLimit ||
                           run.summary.termination == Termination::notRun; // anchors of a session
        if (!ended)
            report.warnings.push_back("Seed " + std::to_string(run.seed) + ": " + run.summary.message);
    }
    report.json["runs"] = all;
    return report;
}

QJsonObject rowJson(const RetrievalExperimentRow &row)
{
    const bool forth = row.direction == Direction::xToY;
    return {{"method", QString::fromStdString(row.method)},
            {"source", forth ? "x" : "y"},
            {"target", forth ? "y" : "x"},
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
    const bool forth = row.direction == Direction::xToY;
    QStringList cells{QString::fromStdString(row.method), arrow(forth ? "x" : "y", forth ? "y" : "x")};
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
    const auto prepared = prepareExperiment(parser, data, Purpose::retrieval, repeats, context.part(0, 0.05));
    if (!prepared)
        return prepared.error();
    const io::SpacePair &pair = prepared->data.pair;
    const auto experiment =
        runRetrievalExperiment(*pair.x, *pair.y, pair.pairing, prepared->options, context.part(0.05, 1));
    if (!experiment)
        return experiment.error();
    Report report = commonReport(*prepared, experiment->runs);
    if (pair.pairing.empty())
        report.warnings.push_back("No pair of items is known, so nothing can be scored.");
    const Index k = prepared->options.retrieval.k;
    if (!experiment->rows.empty() && !experiment->rows.front().exact)
        report.warnings.push_back("Asked for " + std::to_string(experiment->rows.front().queries) +
                                  " random items, not for all, and without CSLS; --exact asks for all.");
    Table table({"anchors", "direction", QString("Jaccard@%1").arg(k), "MRR", QString("MRR@%1").arg(k), "cosine", "P@1",
                 "P@5", "P@10", "CSLS MRR", "CSLS P@1"});
    QJsonArray rows;
    for (const RetrievalExperimentRow &row : experiment->rows) {
        rows.append(rowJson(row));
        table.add(tableRow(row));
    }
    report.json["k"] = count(k);
    report.json["rows"] = rows;
    report.text = table.text();
    return report;
}

QJsonObject rowJson(const StitchExperimentRow &row)
{
    return {{"representation", QString::fromStdString(row.representation)},
            {"train_space", spaceName(row.trainSpace)},
            {"test_space", spaceName(row.testSpace)},
            {"possible", row.possible},
            {"accuracy", repeated(row.accuracy)},
            {"weighted_f1", repeated(row.weightedF1)},
            {"macro_f1", repeated(row.macroF1)},
            {"mae", repeated(row.mae)},
            {"confusion", row.possible ? QJsonValue(matrix(row.confusion)) : QJsonValue()}};
}

Result<Report> runStitching(const QCommandLineParser &parser, const QString &data, int repeats,
                            const RunContext &context)
{
    const auto prepared = prepareExperiment(parser, data, Purpose::stitching, repeats, context.part(0, 0.05));
    if (!prepared)
        return prepared.error();
    const io::SpacePair &pair = prepared->data.pair;
    const auto experiment =
        runStitchExperiment(*pair.x, *pair.y, pair.pairing, prepared->options, context.part(0.05, 1));
    if (!experiment)
        return experiment.error();
    Report report = commonReport(*prepared, experiment->runs);
    Table table({"representation", "train → test", "accuracy", "weighted F1", "macro F1", "MAE"});
    QJsonArray rows;
    for (const StitchExperimentRow &row : experiment->rows) {
        rows.append(rowJson(row));
        table.add({QString::fromStdString(row.representation),
                   arrow(spaceName(row.trainSpace), spaceName(row.testSpace)), cell(row.accuracy), cell(row.weightedF1),
                   cell(row.macroF1), cell(row.mae)});
    }
    report.json["classes"] = strings(experiment->classes);
    report.json["train_items"] = count(experiment->trainItems);
    report.json["test_items"] = count(experiment->testItems);
    report.json["head"] = QString::fromStdString(prepared->options.stitching.head);
    report.json["head_input"] = headInputId(prepared->options.stitching.input);
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

Result<Report> stitchOnce(const QCommandLineParser &parser, const QString &data, const RunContext &context)
{
    return runStitching(parser, data, 1, context);
}

Result<Report> stitchRepeatedly(const QCommandLineParser &parser, const QString &data, const RunContext &context)
{
    return runStitching(parser, data, experimentRepeats, context);
}

} // namespace anchorscope::cli
