// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/translation.h"
#include "cli/json.h"
#include "cli/outputs.h"
#include "cli/scoring.h"
#include "io/files/filebudget.h"
#include "io/numpy/npywriter.h"

#include <algorithm>

namespace anchorscope::cli {

namespace {

/// --adapter writes what is otherwise kept as two factors. Error "too-large" before anything is computed.
Status checkAdapter(const QCommandLineParser &parser, const Translation &translation)
{
    const Index rows = translation.preparedFrom.dimension(), columns = translation.preparedTo.dimension();
    const double bytes = 8.0 * static_cast<double>(rows) * static_cast<double>(columns);
    if (!given(parser, "adapter") || bytes <= static_cast<double>(io::largestDecodedFile()))
        return Done{};
    const QString text = QString("The matrix of --adapter would have %1 × %2 numbers and take %3 GB, more than a third "
                                 "of this machine's memory. Leave --adapter out: --out writes the translated items "
                                 "without it.");
    return Error(ErrorCode::tooLarge, text.arg(rows).arg(columns).arg(bytes / 1e9, 0, 'f', 1).toStdString());
}

/// What the other options leave without a use.
Status refuseUnused(const QCommandLineParser &parser, const InverseProjectionOptions &options)
{
    const bool unpruned = given(parser, "delta") && options.delta <= 0;
    if (const Status used = refuse(parser, unpruned ? QStringList{"omega"} : QStringList(),
                                   "with --delta 0 nothing is pruned, and all subspaces are one");
        !used)
        return used;
    return refuse(parser, given(parser, "seed-pairs") ? QStringList{"anchors"} : QStringList(),
                  "the anchors are those of --seed-pairs");
}

Result<InverseProjectionOptions> readOptions(const QCommandLineParser &parser)
{
    InverseProjectionOptions options;
    const auto omega = integerOption(parser, "omega", options.subspaces, 1);
    const auto cutoff = numberOption(parser, "cutoff", options.cutoff);
    const auto delta = numberOption(parser, "delta", options.delta);
    if (!omega)
        return omega.error();
    if (!cutoff || !delta)
        return cutoff ? delta.error() : cutoff.error();
    options.subspaces = static_cast<int>(*omega);
    options.cutoff = *cutoff;
    options.delta = *delta;
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    const Status used = refuseUnused(parser, options);
    return used ? Result<InverseProjectionOptions>(options) : used.error();
}

/// Writes translated rows in the target's units: an array, or a dataset that holds the target too where their items
/// are the same.
Status saveTranslated(const std::string &path, const Translation &translation, const Matrix &rows)
{
    if (!isDatasetName(path))
        return io::saveNpy(path, rows);
    Dataset dataset;
    dataset.title = translation.from->name + " translated into " + translation.to->name;
    dataset.items = translation.from->items;
    auto space = std::make_shared<EmbeddingSet>();
    space->name = translation.from->name + " in " + translation.to->name;
    space->model = "inverse relative projection";
    space->storedType = "float32";
    space->vectors = rows;
    space->items = dataset.items;
    dataset.spaces.push_back(space);
    if (translation.to->items == translation.from->items)
        dataset.spaces.push_back(translation.to);
    return io::saveDataset(path, dataset);
}

void saveTranslation(const QCommandLineParser &parser, const Translation &translation, const Matrix &directions,
                     Report &report)
{
    saveOutput(parser, "out", report, [&](const std::string &path) -> Status {
        if (!writesFiles())
            return Done{};
        const Matrix rows =
            inTargetUnits(directions, translation.preparedTo, rowsOf(translation.to->vectors, translation.itemsTo));
        return saveTranslated(path, translation, rows);
    });
}

/// A map between the spaces, and what its fit says of itself.
struct Fitted
{
    QString id;
    LinearMap map; ///< from the span of the source's anchors
    FitMap again;  ///< the same on other pairs
    InverseProjectionOptions options;
    InverseProjection irp = {}; ///< empty for the other maps
};

QString summaryText(const Translation &translation, const Fitted &fitted, double cosine)
{
    const InverseProjectionOptions &options = fitted.options;
    const QString how = fitted.id == "irp" ? QString(", omega %1, delta %2, cut-off %3, completion %4")
                                                 .arg(fitted.irp.anchorsKept.size()) // one, where nothing is pruned
                                                 .arg(options.delta)
                                                 .arg(options.cutoff)
                                                 .arg(completionId(options.completion))
                                           : QString();
    QString text = QString("%1 → %2, map %3, %4 pairs%5\nmean cosine to the true partners %7 (of %6 items)\n")
                       .arg(QString::fromStdString(translation.from->name),
                            QString::fromStdString(translation.to->name), fitted.id)
                       .arg(translation.anchors.b.rows())
                       .arg(how)
                       .arg(translation.pairing.pairs())
                       .arg(std::isfinite(cosine) ? QString::number(cosine, 'f', 3) : "unknown");
    for (std::size_t i = 0; i < fitted.irp.anchorsKept.size(); ++i)
        text += QString("subspace %1: %2 anchors kept, condition number %3\n")
                    .arg(i + 1)
                    .arg(fitted.irp.anchorsKept[i])
                    .arg(fitted.irp.conditionNumbers[i], 0, 'f', 1);
    return text;
}

void describe(const Translation &translation, const Fitted &fitted, double cosine, QJsonObject &json)
{
    json["scored"] = count(translation.pairing.pairs());
    json["source"] = sideId(translation.source);
    json["target"] = sideId(translation.target);
    json["map"] = fitted.id;
    json["anchors"] = count(translation.anchors.b.rows());
    noteUsed("anchors", json["anchors"]);
    json["cosine"] = number(cosine);
    if (fitted.id != "irp")
        return;
    QJsonArray conditions, kept;
    for (const double condition : fitted.irp.conditionNumbers)
        conditions.append(number(condition));
    for (const Index anchors : fitted.irp.anchorsKept)
        kept.append(count(anchors));
    json["omega"] = kept.size(); // one, where nothing is pruned
    json["delta"] = fitted.options.delta;
    noteUsed("delta", fitted.options.delta);
    noteUsed("omega", kept.size());
    json["cutoff"] = fitted.options.cutoff;
    json["completion"] = completionId(fitted.options.completion);
    json["condition_number"] = conditions;
    json["anchors_kept"] = kept;
}

/// δ and completion as the user says; what is not said is chosen by cross-validation on the anchors.
InverseProjectionOptions chooseProjection(const QCommandLineParser &parser, const SpannedPairs &anchors,
                                          const InverseProjectionOptions &options, std::optional<Completion> completion,
                                          const RunContext &context)
{
    const auto delta = given(parser, "delta") ? std::optional(options.delta) : std::nullopt;
    const bool said = delta && completion;
    return bestProjection(said ? MatrixD() : projectionScores(anchors.a, anchors.b, options, context), options,
                          completion, delta);
}

/// The map that the options ask for, on all anchors. Errors: those of fitInverseProjection(), "cancelled".
Result<Fitted> fitMap(const QCommandLineParser &parser, const QString &id, const SpannedPairs &anchors,
                      InverseProjectionOptions options, std::optional<Completion> completion, const RunContext &context)
{
    if (id == "irp") {
        options = chooseProjection(parser, anchors, options, completion, context.part(0, 0.4));
        auto irp = fitInverseProjection(anchors.a, anchors.b, options, context.part(0.4, 1));
        if (!irp)
            return irp.error();
        return Fitted{id, {irp->matrix}, fitOfMap(id.toStdString(), options), options, std::move(*irp)};
    }
    FitMap again = fitOfMap(id.toStdString(), options);
    auto map = again(anchors.a, anchors.b, context); // in their spans, so the spans of these are all
    if (!map)
        return map.error();
    if (context.cancelled())
        return cancelledError();
    return Fitted{id, std::move(*map), std::move(again), options};
}

Result<QString> readMap(const QCommandLineParser &parser)
{
    const auto id = choiceOption(parser, "map", mapIds());
    if (!id || *id == "irp")
        return id;
    const Status used = refuse(parser, {"omega", "delta", "cutoff", "completion"}, "these are of --map irp");
    return used ? id : Result<QString>(used.error());
}

Result<Report> reportOf(const QCommandLineParser &parser, const Prepared &prepared, const Translation &translation,
                        const Fitted &fitted, Statistics statistics, const RunContext &context)
{
    const LinearMap between = translation.anchors.between(fitted.map);
    const Matrix directions =
        translateRows(translation.anchors.coordinates(translation.preparedFrom.rows, context),
                      {fitted.map.matrix, translation.anchors.basisB, fitted.map.offset}, context);
    if (context.cancelled())
        return cancelledError();
    const double cosine = meanCosine(directions, translation.preparedTo.rows, translation.pairing);
    Report report = pairReport(prepared);
    report.json["statistics"] = statisticsId(statistics);
    describe(translation, fitted, cosine, report.json);
    report.text = summaryText(translation, fitted, cosine);
    report.json["score_anchors"] = prepared.options.retrieval.scoreAnchors;
    saveTranslation(parser, translation, directions, report);
    if (given(parser, "adapter")) {
        const Status added =
            addAdapter(parser, translation, between, fitted.again, prepared.options.firstSeed, report, context);
        if (!added)
            return added.error();
    }
    return report;
}

} // namespace

Result<Report> translateSpace(const QCommandLineParser &parser, const QString &data, const RunContext &context)
{
    const auto from = choiceOption(parser, "from", {"x", "y"});
    if (!from)
        return from.error();
    const auto map = readMap(parser);
    if (!map)
        return map.error();
    auto options = readOptions(parser);
    if (!options)
        return options.error();
    const auto completion = readCompletion(parser);
    if (!completion)
        return completion.error();
    const auto statistics = readStatistics(parser);
    if (!statistics)
        return statistics.error();
    const auto prepared = prepareExperiment(parser, data, context.part(0, 0.2));
    if (!prepared)
        return prepared.error();
    const Side source = *from == "x" ? Side::x : Side::y;
    const auto translation = prepareTranslation(*prepared, source, *statistics, *map != "irp", context.part(0.2, 0.3));
    if (!translation)
        return translation.error();
    if (const Status fits = checkAdapter(parser, *translation); !fits)
        return fits.error();
    options->seed = prepared->options.firstSeed;
    const auto fitted = fitMap(parser, *map, translation->anchors, *options, *completion, context.part(0.3, 0.6));
    return fitted ? reportOf(parser, *prepared, *translation, *fitted, *statistics, context.part(0.6, 1))
                  : Result<Report>(fitted.error());
}

} // namespace anchorscope::cli
